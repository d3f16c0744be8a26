// SPDX-License-Identifier: GPL-3.0-or-later
// What a run's end is called when its own last word is missing or the scheduler knows better. Pure,
// apart from readTail.
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

struct RunEnd {
  RunState outcome = RunState::failed;
  QString code;
  Message reason;
  int exitCode = 1;
};

// Of an attempt that has no `end`, whose job is gone. `reaped`: how many of its processes were left
// and were ended.
RunEnd endWithoutWord(bool cancelled, const JobState& state, int reaped);
// Of a job that is gone without having made an attempt; `said`: the last line of its output,
// nothing where it made no output file below `folder`, as when its node does not see the folder.
RunEnd endUnstarted(bool cancelled, const JobState& state, const std::optional<QString>& said,
                    const QString& folder);
// The scheduler's word instead of the attempt's own; nothing where that stays.
std::optional<RunEnd> betterEnd(RunState outcome, const JobState& state);

// Whether `restart` in the resolved document wants a further submission after this end: not when
// the last attempts, as many as max_without_progress, wrote no checkpoint beyond the step they
// began at. A command, which may keep its state in files of its own, came further when it told of a
// higher step than all attempts before. `highest`: as highestSteps() of the store.
bool goesOnByItself(const QByteArray& resolved, RunState outcome,
                    const QList<AttemptRecord>& attempts,
                    const QList<CheckpointRecord>& checkpoints,
                    const std::map<int, qint64>& highest);

RunState stateFrom(Outcome outcome);

// The last 4 KiB of a file; nothing where there is none, empty where it cannot be read.
QCoro::Task<std::optional<QByteArray>> readTail(Host& host, QString path, std::stop_token stop);
// The last line that says something, at most 500 characters.
QString lastLine(const QByteArray& text);

}  // namespace trainyard
