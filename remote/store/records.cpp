// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/store/records.h"

#include <iterator>

#include <QDateTime>

namespace trainyard {
namespace {
constexpr const char* names[] = {"preparing", "waiting",   "running",   "completed",
                                 "failed",    "cancelled", "preempted", "timed_out"};
}

QString nameOf(RunState state) { return QString::fromLatin1(names[static_cast<int>(state)]); }

QString momentText(double seconds) {
  const QDateTime when = QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(seconds * 1000));
  return when.toString(when.date() == QDate::currentDate() ? QStringLiteral("HH:mm")
                                                           : QStringLiteral("yyyy-MM-dd HH:mm"));
}

RunState runStateFrom(const QString& name) {
  for (int i = 0; i < static_cast<int>(std::size(names)); ++i)
    if (name == QLatin1String(names[i])) return static_cast<RunState>(i);
  return RunState::failed;
}

bool isStale(const RunRecord& run) {
  return isOpen(run.state) &&
         (run.reasonCode == "run.unreachable_since" || run.reasonCode == "run.silent_since");
}

}  // namespace trainyard
