// SPDX-License-Identifier: GPL-3.0-or-later
// Every user-visible sentence of engine, agent, service and command line: a code and an English
// template, in one table (in parts: messages/), so that texts can be translated.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "engine/contract/result.h"

namespace trainyard {

// `text` has its arguments in braces: "{field} must be at least {minimum}". An argument that is
// itself a message (as_argument) is rendered in place, in the same language.
struct MessageTemplate {
  std::string_view code;
  std::string_view text;
  ErrorKind kind = ErrorKind::invalid;  // of an error with this code
};

// In the order of the parts.
std::span<const MessageTemplate> message_templates();

// Translates a template to another language.
using Translator = std::function<std::string(std::string_view english)>;

// Renders the message on one line, in English without `wording`; control characters in arguments
// are escaped. An unknown code renders as itself.
std::string render_message(std::string_view code, const Map& arguments,
                           const Translator& wording = {});

// The same for a message from another, possibly newer, program that also sent its English text:
// returns `english` if the code is unknown here, or if it needs arguments that are missing.
std::string message_of(std::string_view code, const Map& arguments, std::string_view english,
                       const Translator& wording = {});

// An error as the argument of another: {"why", as_argument(error)}.
Map as_argument(const Error& error);

// The only ways to create an error.
Error make_error(std::string code, Map arguments);
// An error with the exit code of another error or program.
Error make_error(std::string code, Map arguments, ExitCode exit_code);

// An error with the wording of another, possibly newer, program whose codes may be unknown.
Error foreign_error(std::string code, Map arguments, std::string message, ExitCode exit_code);

}  // namespace trainyard
