// SPDX-License-Identifier: GPL-3.0-or-later
// Determines how a run ended if its own last report is missing or the scheduler knows better. Pure,
// except for readResolved and readTail.
#pragma once

#include <map>
#include <optional>
#include <stop_token>

#include <QByteArray>
#include <QCoroTask>
#include <QList>
#include <QString>

#include "remote/host/host.h"
#include "remote/schedulers/scheduler.h"
#include "remote/values/message.h"
#include "remote/store/records.h"

namespace trainyard {

struct Experiment;

struct RunEnd {
  RunState outcome = RunState::failed;
  QString code;
  Message reason;
  int exitCode = 1;
};

// For an attempt without an `end` that another one has followed.
RunEnd endOfSuperseded();
// For an attempt without an `end` whose job is gone. `reaped`: how many of its processes were left
// and were ended. `output`: the end of the job's output, where Slurm may say that it was memory.
RunEnd endWithoutWord(bool cancelled, const JobState& state, int reaped, const QByteArray& output);
// For a job that is gone without having started an attempt; `said`: the last line of its output,
// nothing if it created no output file below `folder`, as when its node does not see the folder.
RunEnd endUnstarted(bool cancelled, const JobState& state, const std::optional<QString>& said,
                    const QString& folder);
// For an adopted job that is gone: only the scheduler knows.
RunEnd endOfAdopted(bool cancelled, const JobState& state);
// Returns the scheduler's information if it replaces the attempt's own; otherwise nothing.
std::optional<RunEnd> betterEnd(RunState outcome, const JobState& state);

// Returns the run's resolved document; nothing if it does not exist or has errors. Errors: the
// target is unreachable or the call was stopped, so that it is unknown.
QCoro::Task<Result<std::optional<Experiment>>> readResolved(Host& host, QString runFolder,
                                                            std::stop_token stop);

// Whether `restart` in the resolved document requires a further submission after this end: not if
// none of the last max_without_progress attempts wrote a checkpoint beyond its first step. A
// command, which may keep its state in its own files, has progressed if it reported a higher step
// than all attempts before. `highest`: from highestSteps() of the store.
bool goesOnByItself(const Experiment& resolved, RunState outcome,
                    const QList<AttemptRecord>& attempts,
                    const QList<CheckpointRecord>& checkpoints,
                    const std::map<int, qint64>& highest);

RunState stateFrom(Outcome outcome);

// Returns the last 4 KiB of a file; nothing if it does not exist, empty if it cannot be read.
QCoro::Task<std::optional<QByteArray>> readTail(Host& host, QString path, std::stop_token stop);
// Returns the last line that is not blank, at most 500 characters.
QString lastLine(const QByteArray& text);

}  // namespace trainyard
