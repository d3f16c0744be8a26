// SPDX-License-Identifier: GPL-3.0-or-later
// Converts described structs with Qt's types (engine/contract/describe) to Qt's JSON and back.
#pragma once

#include <QByteArray>
#include <QJsonObject>
#include <QList>
#include <QMap>
#include <QString>
#include <QStringList>

#include "engine/contract/describe/record.h"
#include "remote/values/json_values.h"

namespace trainyard {

template <>
struct Codec<QString> {
  static constexpr Kind kind = Kind::text;
  static constexpr bool nullable = false;
  static Value write(const QString& text) { return text.toStdString(); }
  static std::optional<QString> read(const Value& value, ReadProblem& problem);
};
template <>
struct Codec<QStringList> {
  static constexpr Kind kind = Kind::text_list;
  static constexpr bool nullable = false;
  static Value write(const QStringList& texts);
  static std::optional<QStringList> read(const Value& value, ReadProblem& problem);
};
// UTF-8 text.
template <>
struct Codec<QByteArray> {
  static constexpr Kind kind = Kind::text;
  static constexpr bool nullable = false;
  static Value write(const QByteArray& text) { return text.toStdString(); }
  static std::optional<QByteArray> read(const Value& value, ReadProblem& problem);
};

// Arbitrary bytes; transferred in base64.
struct Bytes {
  QByteArray content;
};
template <>
struct Codec<Bytes> {
  static constexpr Kind kind = Kind::text;
  static constexpr bool nullable = false;
  static Value write(const Bytes& bytes) { return bytes.content.toBase64().toStdString(); }
  static std::optional<Bytes> read(const Value& value, ReadProblem& problem);
};

// Texts by name.
using TextsByName = QMap<QString, QString>;
template <>
struct Codec<TextsByName> {
  static constexpr Kind kind = Kind::text_map;
  static constexpr bool nullable = false;
  static Value write(const TextsByName& texts);
  static std::optional<TextsByName> read(const Value& value, ReadProblem& problem);
};

template <class T>
struct Codec<QList<T>> : ListCodec<QList<T>> {};

template <Described S>
QJsonObject toJson(const S& record) {
  return jsonOf(to_map(record));
}

// Reads as much as possible: the data may be from another version of our programs.
template <Described S>
S fromJson(const QJsonObject& json) {
  return read_leniently<S>(mapFrom(json));
}

}  // namespace trainyard
