// SPDX-License-Identifier: GPL-3.0-or-later
// Jobs as qstat -f prints them, and what their states mean.
#pragma once

#include <optional>

#include <QByteArray>
#include <QList>

#include "remote/schedulers/scheduler.h"

namespace trainyard {

struct PbsJob {
  QString id;  // "14.pbs1", "6[].pbs1", "6[1].pbs1"
  QString name, owner, state, queue, account, holds, comment, dependency;
  QString token;  // of ours; empty: of somebody else
  QString workFolder, output, errorOutput;
  QStringList nodes;                                   // without duplicates
  std::optional<int> exitStatus;                       // see pbs_jobs.cpp
  int starts = 0;                                      // how often it was started
  double submitted = 0, start = 0, expectedStart = 0;  // Unix seconds; 0: unknown
  std::optional<qint64> limitSeconds, elapsedSeconds;
  int nodeCount = 0, gpus = 0;
  qint64 priority = 0;
};

// Of what qstat -f printed, in its order. Accepts arbitrary bytes: a line that is none of a job's
// attributes is passed over.
QList<PbsJob> readPbsJobs(const QByteArray& printed);
// "01:02:03", or hours alone of more digits, in seconds.
std::optional<qint64> pbsSeconds(const QString& text);
// "102400kb" in MiB; nothing for another text.
std::optional<qint64> pbsMebibytes(const QString& text);

JobState jobStateFrom(const PbsJob& job);

}  // namespace trainyard
