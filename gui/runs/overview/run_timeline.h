// SPDX-License-Identifier: GPL-3.0-or-later
// When a run waited, trained and saved, on this computer's clock: what its timeline shows.
#pragma once

#include <QCoreApplication>
#include <QList>
#include <QString>
#include <map>

#include "gui/look/tokens.h"
#include "remote/store/records.h"

namespace trainyard {

struct TimelineBar {
  double begin = 0, end = 0;  // Unix seconds
  QString words;
  look::Tone tone = look::Tone::quiet;
};

struct RunTimeline {
  Q_DECLARE_TR_FUNCTIONS(RunTimeline)
 public:
  QList<TimelineBar> waits, attempts;
  QList<double> saved;  // Unix seconds of checkpoints that are kept, oldest first
  double begin = 0, end = 0;
  double waited = 0, trained = 0, repeated = 0;  // seconds

  // "3 h 12 min since submission: 50 min queued, 1 h 58 min training, 24 min repeated or lost".
  QString sentence() const;
  // `highest`: the highest step of each attempt. `now` in Unix seconds. An attempt that has not
  // ended, of a run that has, ends with the run.
  static RunTimeline of(const RunRecord& run, const QList<AttemptRecord>& attempts,
                        const QList<JobRecord>& jobs, const std::map<int, qint64>& highest,
                        const QList<CheckpointRecord>& checkpoints, double now);
};

// A distance in seconds between ticks, so that at most `most` fit into `seconds`.
double timelineTick(double seconds, int most);

}  // namespace trainyard
