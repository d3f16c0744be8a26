// SPDX-License-Identifier: GPL-3.0-or-later
// A column of a table and the member of a record that it holds, described once: the table, its
// changes since older versions, reading and adding rows follow from it. Internal to store/.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <type_traits>

#include <QJsonArray>
#include <QJsonDocument>
#include <QSqlQuery>
#include <QStringList>
#include <QVariant>

#include "remote/store/records.h"
#include "remote/store/stored_values.h"
#include "remote/values/message.h"

namespace trainyard {

// When a row is added: left to the table's default, set, or set unless it is an empty text.
enum class Added { no, yes, unlessEmpty };

template <class Record>
struct Column {
  const char* name;
  const char* type;  // as SQL declares it
  int since = 1;     // the version of the schema that has it first
  Added added = Added::no;
  // Null: no member of the record.
  void (*read)(const QVariant& value, Record& record) = nullptr;
  QVariant (*write)(const Record& record) = nullptr;
};

template <class T>
T fromColumn(const QVariant& value) {
  if constexpr (std::is_same_v<T, std::string>)
    return value.toString().toStdString();
  else if constexpr (std::is_same_v<T, RunState>)
    return runStateFrom(value.toString());
  else if constexpr (std::is_same_v<T, Map>)
    return mapFromText(value.toByteArray());
  else if constexpr (std::is_same_v<T, QStringList>) {
    QStringList texts;
    for (const QJsonValue& text : QJsonDocument::fromJson(value.toByteArray()).array())
      texts << text.toString();
    return texts;
  } else {
    return value.value<T>();
  }
}

template <class T>
QVariant toColumn(const T& value) {
  if constexpr (std::is_same_v<T, std::string>)
    return QString::fromStdString(value);
  else if constexpr (std::is_same_v<T, RunState>)
    return nameOf(value);
  else if constexpr (std::is_same_v<T, Map>)
    return QString::fromUtf8(jsonTextOf(value));
  else if constexpr (std::is_same_v<T, QStringList>)
    return QString::fromUtf8(
        QJsonDocument(QJsonArray::fromStringList(value)).toJson(QJsonDocument::Compact));
  else
    return QVariant::fromValue(value);
}

template <class T>
void readColumn(const QVariant& value, T& member) {
  member = fromColumn<T>(value);
}
template <class T>
void readColumn(const QVariant& value, std::optional<T>& member) {
  member = value.isNull() ? std::nullopt : std::optional(fromColumn<T>(value));
}
template <class T>
QVariant writeColumn(const T& member) {
  return toColumn(member);
}
template <class T>
QVariant writeColumn(const std::optional<T>& member) {
  return member ? toColumn(*member) : QVariant();
}

template <auto member>
struct RecordOf;
template <class R, class T, T R::* member>
struct RecordOf<member> {
  using Record = R;
};

template <auto member>
constexpr auto column(const char* name, const char* type, int since = 1, Added added = Added::no) {
  using Record = typename RecordOf<member>::Record;
  return Column<Record>{
      name,
      type,
      since,
      added,
      [](const QVariant& value, Record& record) { readColumn(value, record.*member); },
      [](const Record& record) { return writeColumn(record.*member); }};
}

template <class Record>
QString namesOf(std::span<const Column<Record>> columns) {
  QStringList names;
  for (const Column<Record>& one : columns)
    if (one.read) names << QLatin1String(one.name);
  return names.join(QStringLiteral(", "));
}

// The record in the columns of namesOf(), which the query must begin with.
template <class Record>
Record recordFrom(const QSqlQuery& query, std::span<const Column<Record>> columns) {
  Record record;
  int at = 0;
  for (const Column<Record>& one : columns)
    if (one.read) one.read(query.value(at++), record);
  return record;
}

// "name TEXT NOT NULL, ...", of the columns that are newer than this version of the schema.
template <class Record>
QStringList declarationsOf(std::span<const Column<Record>> columns, int after = 0) {
  QStringList declarations;
  for (const Column<Record>& one : columns)
    if (one.since > after)
      declarations << QLatin1String(one.name) + QLatin1Char(' ') + QLatin1String(one.type);
  return declarations;
}

}  // namespace trainyard
