// SPDX-License-Identifier: GPL-3.0-or-later
// The output files of an attempt, on any target: lists them, and reads pieces by offset.
#pragma once

#include <optional>
#include <stop_token>

#include <QCoroTask>
#include <QHash>
#include <QList>
#include <QString>

#include "engine/contract/result.h"
#include "remote/host/host.h"
#include "remote/service/protocol/protocol.h"
#include "remote/store/records.h"

namespace trainyard {

// `attempt` 0: the newest.
QCoro::Task<Result<QList<LogFile>>> listLogs(Host& host, RunRecord run, int attempt,
                                             std::stop_token stop);
// The same, with a cache for attempts that have ended, since they do not change any more and
// viewers ask repeatedly.
class LogListings {
 public:
  QCoro::Task<Result<QList<LogFile>>> list(Host& host, RunRecord run, int attempt,
                                           std::stop_token stop);

 private:
  QHash<QString, QList<LogFile>> m_known;  // by the attempt's folder
};
// For an array: its tasks' files as "tasks/<index>/<file>", from their newest attempts. Large
// arrays are listed in part, since each task needs a look on its target: first running tasks, then
// those that did not complete, then others.
QCoro::Task<Result<QList<LogFile>>> listTaskLogs(LogListings& listings, Host& host,
                                                 QList<RunRecord> tasks, std::stop_token stop);
// Returns the task for such a name, with the file's name there; nothing if there is no such task.
struct TaskFile {
  RunRecord task;
  QString file;
};
std::optional<TaskFile> taskFileOf(const QList<RunRecord>& tasks, const QString& name);
// The path of such a file on its target; empty for a name that is no output of an attempt.
QCoro::Task<Result<QString>> logPath(Host& host, RunRecord run, int attempt, QString file,
                                     std::stop_token stop);
// Reads at most 1 MiB. Only names of an attempt's output are accepted, so that a name cannot lead
// out of it; a missing file is empty.
QCoro::Task<Result<LogChunk>> readLog(Host& host, RunRecord run, int attempt, QString file,
                                      qint64 offset, std::stop_token stop);

}  // namespace trainyard
