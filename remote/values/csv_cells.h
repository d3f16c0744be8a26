// SPDX-License-Identifier: GPL-3.0-or-later
// The cells of tables as RFC 4180 has them.
#pragma once

#include <cmath>

#include <QByteArray>
#include <QLocale>
#include <QString>

#include "remote/values/numbers.h"

namespace trainyard {

// A number in the shortest form that round-trips.
inline QByteArray csvNumber(double value) {
  return std::isfinite(value) ? QByteArray::number(value, 'g', QLocale::FloatingPointShortest)
                              : nameOfNonFinite(value).toLatin1();
}

// A text, quoted if necessary.
inline QByteArray csvCell(const QString& text) {
  const bool isPlain = !text.contains(u',') && !text.contains(u'"') && !text.contains(u'\n') &&
                       !text.contains(u'\r');
  if (isPlain) return text.toUtf8();
  return '"' + QString(text).replace(u'"', QStringLiteral("\"\"")).toUtf8() + '"';
}

}  // namespace trainyard
