// Every message of the contract as a code and a template, in one table, so that texts can be
// exported for translation.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "engine/contract/diagnostic.h"
#include "engine/contract/result.h"

namespace trainyard {

// `text` names its arguments in braces: "{field} must be at least {minimum}".
struct MessageTemplate {
  std::string_view code;
  std::string_view text;
};

// Sorted as people read them: documents, fields, rules, files, events.
std::span<const MessageTemplate> message_templates();

// English rendering on one line; control characters of arguments are escaped. An unknown code
// renders as itself.
std::string render_message(std::string_view code, const Map& arguments);

// The same for a template, such as a translated one.
std::string render_template(std::string_view text, const Map& arguments);

Diagnostic make_diagnostic(Severity severity, std::string code, std::string path, Map arguments);
Error make_error(std::string code, Map arguments, ExitCode exit_code = ExitCode::invalid_input);

}  // namespace trainyard
