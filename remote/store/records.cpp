// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/store/records.h"

#include <algorithm>
#include <iterator>

#include <QDateTime>
#include <QHash>

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

QList<RunRecord> withoutReplaced(const QList<RunRecord>& study) {
  QHash<QString, double> newest;  // by key
  for (const RunRecord& run : study)
    newest[run.studyKey] = std::max(newest.value(run.studyKey), run.created);
  QList<RunRecord> left;
  for (const RunRecord& run : study)
    if (run.studyKey.isEmpty() || run.created >= newest[run.studyKey]) left << run;
  return left;
}

bool isStale(const RunRecord& run) {
  return isOpen(run.state) &&
         (run.reasonCode == "run.unreachable_since" || run.reasonCode == "run.silent_since");
}

}  // namespace trainyard
