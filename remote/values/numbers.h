// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers that JSON and SQLite cannot represent are texts there: "NaN", "Infinity", "-Infinity".
// Sums of counts that others report.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include <QJsonValue>
#include <QString>

namespace trainyard {

// For a number that is not finite.
inline QString nameOfNonFinite(double value) {
  if (std::isnan(value)) return QStringLiteral("NaN");
  return value > 0 ? QStringLiteral("Infinity") : QStringLiteral("-Infinity");
}

inline bool isNonFinite(const QString& name) {
  return name == QLatin1String("NaN") || name == QLatin1String("Infinity") ||
         name == QLatin1String("-Infinity");
}

inline double nonFiniteNamed(const QString& name) {
  if (name == QLatin1String("Infinity")) return std::numeric_limits<double>::infinity();
  if (name == QLatin1String("-Infinity")) return -std::numeric_limits<double>::infinity();
  return std::numeric_limits<double>::quiet_NaN();
}

inline QJsonValue jsonNumber(double value) {
  return std::isfinite(value) ? QJsonValue(value) : QJsonValue(nameOfNonFinite(value));
}

inline double numberFrom(const QJsonValue& value) {
  return value.isString() ? nonFiniteNamed(value.toString()) : value.toDouble();
}

// Of two counts; at most the largest int, however many were reported.
inline int countSum(int one, int other) {
  return static_cast<int>(std::min<qint64>(qint64{one} + other, std::numeric_limits<int>::max()));
}

}  // namespace trainyard
