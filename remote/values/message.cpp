// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/values/message.h"

#include "engine/contract/json.h"
#include "engine/contract/messages.h"
#include "remote/values/records.h"
#include "remote/values/text.h"

namespace trainyard {

Message makeMessage(std::string code, Map arguments) {
  const QString english = text(render_message(code, arguments));
  return {std::move(code), std::move(arguments), english};
}

Message messageOf(const Error& error) { return {error.code, error.arguments, text(error.message)}; }

Message messageOf(const Diagnostic& finding) {
  return {finding.code, finding.arguments, text(finding.text)};
}

Value asArgument(const Message& sentence) {
  if (sentence.code.empty()) return sentence.text.toStdString();
  return Map{{"code", sentence.code},
             {"arguments", sentence.arguments},
             {"text", sentence.text.toStdString()}};
}

QByteArray jsonTextOf(const Map& arguments) {
  return arguments.empty() ? QByteArray() : QByteArray::fromStdString(to_json(Value(arguments)));
}

Map mapFromText(const QByteArray& json) {
  if (json.isEmpty()) return {};
  auto value =
      parse_json(std::string_view(json.constData(), static_cast<std::size_t>(json.size())));
  const Map* map = value ? value->get_if<Map>() : nullptr;
  return map ? *map : Map();
}

void describe(Section<Message>& section) {
  section.field("code", &Message::code);
  section.field("arguments", &Message::arguments);
  section.field("text", &Message::text);
}

}  // namespace trainyard
