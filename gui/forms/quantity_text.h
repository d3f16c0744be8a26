// SPDX-License-Identifier: GPL-3.0-or-later
// Times and sizes as text, for tables and pages.
#pragma once

#include <optional>

#include <QCoreApplication>
#include <QString>

namespace trainyard {

class QuantityText {
  Q_DECLARE_TR_FUNCTIONS(QuantityText)
 public:
  static QString duration(double seconds);  // "4 s", "12 min", "3 h 20 min", "2 d 4 h"
  // "just now", "5 min ago", "14:32", "3 Nov", relative to `now`, both in Unix seconds; empty for
  // 0.
  static QString moment(double time, double now);
  // The same for the future: "now", "in 5 min", "14:32", "3 Nov 14:32".
  static QString future(double time, double now);
  // The same as an absolute time: "14:32", "3 Nov 14:32", "3 Nov 2025".
  static QString clock(double time, double now);
  // A moment of whatever day: "3 Nov 2025 14:32"; with its seconds: "3 Nov 2025 14:32:07".
  static QString date(double time);
  static QString dateWithSeconds(double time);
  static QString bytes(qint64 size);
  static QString nodes(int count);  // "1 node", "4 nodes"
  static QString gpus(int count);
  // "12,345 of 100,000 core-hours left"
  static QString balance(double left, std::optional<double> granted, const QString& unit);
};

}  // namespace trainyard
