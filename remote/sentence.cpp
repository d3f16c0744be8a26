// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/sentence.h"

#include <QJsonDocument>

#include "engine/contract/json.h"
#include "engine/contract/messages.h"
#include "remote/text.h"

namespace trainyard {

Sentence sentence(std::string code, Map arguments) {
  const QString english = text(render_message(code, arguments));
  return {std::move(code), std::move(arguments), english};
}

Sentence sentenceOf(const Error& error) {
  return {error.code, error.arguments, text(error.message)};
}

Sentence sentenceOf(const Diagnostic& finding) {
  return {finding.code, finding.arguments, text(finding.text)};
}

Value asArgument(const Sentence& sentence) {
  if (sentence.code.empty()) return sentence.text.toStdString();
  return Map{{"code", sentence.code},
             {"arguments", sentence.arguments},
             {"text", sentence.text.toStdString()}};
}

QByteArray jsonTextOf(const Map& arguments) {
  return arguments.empty() ? QByteArray() : QByteArray::fromStdString(to_json(Value(arguments)));
}

QJsonObject jsonOf(const Map& arguments) {
  return QJsonDocument::fromJson(jsonTextOf(arguments)).object();
}

Map mapFromText(const QByteArray& json) {
  if (json.isEmpty()) return {};
  auto value =
      parse_json(std::string_view(json.constData(), static_cast<std::size_t>(json.size())));
  const Map* map = value ? value->get_if<Map>() : nullptr;
  return map ? *map : Map();
}

Map mapFrom(const QJsonObject& json) {
  if (json.isEmpty()) return {};
  return mapFromText(QJsonDocument(json).toJson(QJsonDocument::Compact));
}

}  // namespace trainyard
