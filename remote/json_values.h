// SPDX-License-Identifier: GPL-3.0-or-later
// What may be missing, as JSON and back.
#pragma once

#include <optional>

#include <QJsonArray>
#include <QJsonValue>
#include <QString>
#include <QStringList>

namespace trainyard {

template <class T>
QJsonValue jsonOrNull(const std::optional<T>& value) {
  return value ? QJsonValue(*value) : QJsonValue();
}

inline std::optional<qint64> integerFrom(const QJsonValue& value) {
  return value.isDouble() ? std::optional(value.toInteger()) : std::nullopt;
}

inline QStringList textsFrom(const QJsonValue& list) {
  QStringList texts;
  for (const QJsonValue& each : list.toArray()) texts << each.toString();
  return texts;
}

}  // namespace trainyard
