// SPDX-License-Identifier: GPL-3.0-or-later
// A time limit in Slurm's format, in its parts. Pure.
#pragma once

#include <QString>
#include <optional>

namespace trainyard {

struct TimeLimitText {
  qint64 days = 0, hours = 0, minutes = 0, seconds = 0;

  // "90" has an hour and 30 minutes, "36:00:00" a day and 12 hours. Nothing for other texts.
  static std::optional<TimeLimitText> read(const QString& text);
  qint64 all() const;  // in seconds
  // "36:00:00", "2-12:00:00".
  QString text() const;
};

}  // namespace trainyard
