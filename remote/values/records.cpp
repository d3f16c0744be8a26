// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/values/records.h"

#include "remote/values/text.h"

namespace trainyard {

std::optional<QString> Codec<QString>::read(const Value& value, ReadProblem& problem) {
  const auto words = Codec<std::string>::read(value, problem);
  return words ? std::optional(text(*words)) : std::nullopt;
}

Value Codec<QStringList>::write(const QStringList& texts) {
  List list;
  for (const QString& each : texts) list.emplace_back(each.toStdString());
  return list;
}

std::optional<QStringList> Codec<QStringList>::read(const Value& value, ReadProblem& problem) {
  const auto items = Codec<TextList>::read(value, problem);
  if (!items) return std::nullopt;
  QStringList texts;
  for (const std::string& item : *items) texts << text(item);
  return texts;
}

std::optional<QByteArray> Codec<QByteArray>::read(const Value& value, ReadProblem& problem) {
  const auto words = Codec<std::string>::read(value, problem);
  return words ? std::optional(QByteArray::fromStdString(*words)) : std::nullopt;
}

std::optional<Bytes> Codec<Bytes>::read(const Value& value, ReadProblem& problem) {
  const auto words = Codec<QByteArray>::read(value, problem);
  return words ? std::optional(Bytes{QByteArray::fromBase64(*words)}) : std::nullopt;
}

Value Codec<TextsByName>::write(const TextsByName& texts) {
  Map map;
  for (auto each = texts.begin(); each != texts.end(); ++each)
    map.emplace_back(each.key().toStdString(), each.value().toStdString());
  return map;
}

std::optional<TextsByName> Codec<TextsByName>::read(const Value& value, ReadProblem& problem) {
  const auto* map = value.get_if<Map>();
  if (!map) return std::nullopt;
  TextsByName texts;
  for (const auto& [name, each] : *map) {
    auto content = Codec<QString>::read(each, problem);
    if (!content) return std::nullopt;
    texts.insert(text(name), *std::move(content));
  }
  return texts;
}

}  // namespace trainyard
