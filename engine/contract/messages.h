// SPDX-License-Identifier: GPL-3.0-or-later
// Every sentence that a person may read of engine, agent, service and command line: a code and an
// English template, in one table (its parts: messages/), so that texts can be translated.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "engine/contract/diagnostic.h"
#include "engine/contract/result.h"

namespace trainyard {

// `text` names its arguments in braces: "{field} must be at least {minimum}". An argument that is
// a message itself (as_argument) is rendered in its place, in the same language.
struct MessageTemplate {
  std::string_view code;
  std::string_view text;
  ErrorKind kind = ErrorKind::invalid;  // of an error with this code
};

// In the order of the parts.
std::span<const MessageTemplate> message_templates();

// A template's words in another language.
using Translator = std::function<std::string(std::string_view english)>;

// The message on one line; control characters of arguments are escaped. Without `wording` in
// English. An unknown code renders as itself.
std::string render_message(std::string_view code, const Map& arguments,
                           const Translator& wording = {});

// The same for a message that another program, perhaps a newer one, made and worded in English:
// `english` when the code is unknown here, or needs
// arguments that did not come.
std::string message_of(std::string_view code, const Map& arguments, std::string_view english,
                       const Translator& wording = {});

// An error as the argument of another one: {"why", as_argument(error)}.
Map as_argument(const Error& error);

// The only ways to make a diagnostic and an error.
Diagnostic make_diagnostic(Severity severity, std::string code, std::string path, Map arguments);
Error make_error(std::string code, Map arguments);
// One that ends a program as another error or program did.
Error make_error(std::string code, Map arguments, ExitCode exit_code);

// An error that another program made and worded, perhaps a newer one, whose codes are not known.
Error foreign_error(std::string code, Map arguments, std::string message, ExitCode exit_code);

}  // namespace trainyard
