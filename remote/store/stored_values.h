// SPDX-License-Identifier: GPL-3.0-or-later
// Values of curves as columns. SQLite has no NaN, so values that are not
// finite are text. Internal to store/.
#pragma once

#include <cmath>
#include <limits>
#include <optional>

#include <QSqlQuery>
#include <QVariant>

#include "remote/store/records.h"
#include "remote/values/numbers.h"

namespace trainyard {

inline QVariant stored(double value) {
  return std::isfinite(value) ? QVariant(value) : QVariant(nameOfNonFinite(value));
}

// NaN for null.
inline double storedNumber(const QVariant& value) {
  if (value.isNull()) return std::numeric_limits<double>::quiet_NaN();
  return value.typeId() == QMetaType::QString ? nonFiniteNamed(value.toString()) : value.toDouble();
}

template <class T>
std::optional<T> optionalOf(const QVariant& value) {
  if (value.isNull()) return std::nullopt;
  return value.value<T>();
}

// Columns attempt, sequence, step, tokens, epoch, time, value starting at `at`.
inline MetricPoint pointFrom(const QSqlQuery& query, int at) {
  return {query.value(at).toInt(),
          query.value(at + 1).toLongLong(),
          optionalOf<qint64>(query.value(at + 2)),
          optionalOf<qint64>(query.value(at + 3)),
          optionalOf<double>(query.value(at + 4)),
          query.value(at + 5).toDouble(),
          storedNumber(query.value(at + 6)),
          false};
}

// The order of a run's metrics: the losses of training, those of evaluation, then by name.
inline constexpr char metricOrder[] = "loss IS NULL, loss, name";

}  // namespace trainyard
