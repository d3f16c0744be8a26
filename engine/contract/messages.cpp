// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/messages.h"

#include <charconv>
#include <cmath>
#include <unordered_map>

#include "engine/contract/json.h"
#include "engine/contract/message_tables.h"

namespace trainyard {
namespace {

std::vector<MessageTemplate> joined() {
  std::vector<MessageTemplate> all;
  for (const auto part :
       {document_messages(), import_messages(), data_messages(), instruction_messages(),
        chat_messages(), engine_messages(), agent_messages(), tracker_messages(), pbs_messages(),
        login_messages(), transfer_messages(), job_script_messages(), rehearsal_messages(),
        submission_messages(), search_messages(), mcp_messages(), service_messages()})
    all.insert(all.end(), part.begin(), part.end());
  return all;
}

const MessageTemplate* template_of(std::string_view code) {
  static const auto by_code = [] {
    std::unordered_map<std::string_view, const MessageTemplate*> index;
    for (const auto& message : message_templates()) index.emplace(message.code, &message);
    return index;
  }();
  const auto found = by_code.find(code);
  return found == by_code.end() ? nullptr : found->second;
}

// For an unknown code, derived from its exit code.
ErrorKind kind_behind(ExitCode exit_code) {
  for (const ErrorKind kind : {ErrorKind::environment, ErrorKind::out_of_memory,
                               ErrorKind::communication, ErrorKind::non_finite, ErrorKind::damaged,
                               ErrorKind::no_answer, ErrorKind::refused, ErrorKind::stopped})
    if (exit_code_of(kind) == exit_code) return kind;
  return ErrorKind::invalid;
}

// The length of a control character of two bytes (U+0080 to U+009F), or of one of three that
// changes the direction of writing (U+202A to U+202E, U+2066 to U+2069); 0: it is neither.
std::size_t control_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (text.size() >= 2 && byte(0) == 0xc2 && byte(1) < 0xa0) return 2;
  if (text.size() < 3 || byte(0) != 0xe2) return 0;
  const bool is_override = byte(1) == 0x80 && byte(2) >= 0xaa && byte(2) <= 0xae;
  const bool is_isolate = byte(1) == 0x81 && byte(2) >= 0xa6 && byte(2) <= 0xa9;
  return is_override || is_isolate ? 3 : 0;
}

void append_printable(std::string& out, std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char character = text[i];
    const auto byte = static_cast<unsigned char>(character);
    if (const std::size_t length = control_length(text.substr(i)); length > 0) {
      out += "\xef\xbf\xbd";  // U+FFFD
      i += length - 1;
    } else if (character == '\n') {
      out += "\\n";
    } else if (byte < 0x20 || byte == 0x7f) {
      constexpr char digits[] = "0123456789abcdef";
      out += {'\\', 'x', digits[byte >> 4], digits[byte & 15]};
    } else {
      out += character;
    }
  }
}

// Whether all arguments in the template are given.
bool names_only(std::string_view text, const Map& arguments) {
  for (auto open = text.find('{'); open != text.npos; open = text.find('{', open + 1)) {
    const auto close = text.find('}', open);
    if (close == text.npos) break;
    if (!find(arguments, std::string(text.substr(open + 1, close - open - 1)))) return false;
  }
  return true;
}

// Nested messages may come from files and other programs, so their depth is limited.
constexpr int kReasonDepthLimit = 8;

std::string rendered(std::string_view code, const Map& arguments, const Translator& wording,
                     int depth);

// At most six significant digits: what a person compares, not what a program reads back.
void append_number(std::string& out, double number) {
  char buffer[64];
  const bool is_whole = std::abs(number) < 1e15 && number == std::floor(number);
  const auto end =
      is_whole
          ? std::to_chars(buffer, buffer + sizeof buffer, static_cast<std::int64_t>(number))
          : std::to_chars(buffer, buffer + sizeof buffer, number, std::chars_format::general, 6);
  if (std::isfinite(number))
    out.append(buffer, end.ptr);
  else
    out += to_json(Value(number));
}

void append_argument(std::string& out, const Value& value, const Translator& wording, int depth) {
  if (const auto* words = value.get_if<std::string>()) return append_printable(out, *words);
  if (const auto* number = value.get_if<double>()) return append_number(out, *number);
  const auto* inner = value.get_if<Map>();
  const std::string code = inner ? get<std::string>(*inner, "code") : std::string();
  if (code.empty() || depth >= kReasonDepthLimit)
    out += to_json(value);
  else if (const auto* message = template_of(code);
           message && names_only(message->text, get<Map>(*inner, "arguments")))
    out += rendered(code, get<Map>(*inner, "arguments"), wording, depth + 1);
  else
    append_printable(out, get<std::string>(*inner, "text", code));
}

std::string rendered(std::string_view code, const Map& arguments, const Translator& wording,
                     int depth) {
  const MessageTemplate* message = template_of(code);
  if (!message) return std::string(code);
  const std::string text = wording ? wording(message->text) : std::string(message->text);
  std::string_view rest = text;
  std::string out;
  while (!rest.empty()) {
    const auto open = rest.find('{');
    const auto close = open == rest.npos ? rest.npos : rest.find('}', open);
    out += rest.substr(0, close == rest.npos ? rest.npos : open);
    if (close == rest.npos) break;
    if (const Value* value = find(arguments, std::string(rest.substr(open + 1, close - open - 1))))
      append_argument(out, *value, wording, depth);
    rest.remove_prefix(close + 1);
  }
  return out;
}

}  // namespace

std::span<const MessageTemplate> message_templates() {
  static const std::vector<MessageTemplate> all = joined();
  return all;
}

std::string render_message(std::string_view code, const Map& arguments, const Translator& wording) {
  return rendered(code, arguments, wording, 0);
}

std::string message_of(std::string_view code, const Map& arguments, std::string_view english,
                       const Translator& wording) {
  const MessageTemplate* message = template_of(code);
  if (!message || !names_only(message->text, arguments)) return std::string(english);
  return render_message(code, arguments, wording);
}

Map as_argument(const Error& error) {
  return {{"code", error.code}, {"arguments", error.arguments}, {"text", error.message}};
}

ExitCode exit_code_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::invalid:
    case ErrorKind::not_found:
      return ExitCode::invalid_input;
    case ErrorKind::exists:
    case ErrorKind::environment:
    case ErrorKind::deadline:
      return ExitCode::environment;
    case ErrorKind::out_of_memory:
      return ExitCode::out_of_memory;
    case ErrorKind::communication:
      return ExitCode::communication;
    case ErrorKind::non_finite:
      return ExitCode::non_finite_loss;
    case ErrorKind::damaged:
      return ExitCode::checkpoint;
    case ErrorKind::unreachable:
    case ErrorKind::needs_person:
    case ErrorKind::pending:
    case ErrorKind::no_answer:
      return ExitCode::unreachable;
    case ErrorKind::refused:
      return ExitCode::refused_by_scheduler;
    case ErrorKind::cancelled:
    case ErrorKind::stopped:
      return ExitCode::stopped_early;
    case ErrorKind::done:
      return ExitCode::completed;
  }
  return ExitCode::failed;
}

bool may_succeed_later(const Error& error) {
  return error.kind == ErrorKind::unreachable || error.kind == ErrorKind::needs_person ||
         error.kind == ErrorKind::pending || error.kind == ErrorKind::deadline ||
         error.kind == ErrorKind::cancelled;
}

Error make_error(std::string code, Map arguments) {
  const MessageTemplate* known = template_of(code);
  const ErrorKind kind = known ? known->kind : ErrorKind::invalid;
  return make_error(std::move(code), std::move(arguments), exit_code_of(kind));
}

Error make_error(std::string code, Map arguments, ExitCode exit_code) {
  std::string message = render_message(code, arguments);
  return foreign_error(std::move(code), std::move(arguments), std::move(message), exit_code);
}

Error foreign_error(std::string code, Map arguments, std::string message, ExitCode exit_code) {
  const MessageTemplate* known = template_of(code);
  const ErrorKind kind = known ? known->kind : kind_behind(exit_code);
  return {std::move(code), std::move(arguments), std::move(message), kind, exit_code};
}

}  // namespace trainyard
