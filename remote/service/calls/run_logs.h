// SPDX-License-Identifier: GPL-3.0-or-later
// The output files of an attempt, wherever its target is: their names, and pieces of them by
// offset.
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
// The same, and remembers what attempts that are over have: it changes no more, and who shows them
// asks again and again.
class LogListings {
 public:
  QCoro::Task<Result<QList<LogFile>>> list(Host& host, RunRecord run, int attempt,
                                           std::stop_token stop);

 private:
  QHash<QString, QList<LogFile>> m_known;  // by folder of the attempt
};
// Of an array: its tasks' files as "tasks/<index>/<file>", of their newest attempts. A great
// array's are listed in part, since each task costs its target a look: of those that run, then of
// those that did not complete, then of others.
QCoro::Task<Result<QList<LogFile>>> listTaskLogs(LogListings& listings, Host& host,
                                                 QList<RunRecord> tasks, std::stop_token stop);
// The task whose file such a name means, with the name that the file has there; nothing where there
// is no such task.
struct TaskFile {
  RunRecord task;
  QString file;
};
std::optional<TaskFile> taskFileOf(const QList<RunRecord>& tasks, const QString& name);
// At most 1 MiB. Only names that an attempt's output can have are ever opened, so a name cannot
// lead out of it; a file that is not there is empty.
QCoro::Task<Result<LogChunk>> readLog(Host& host, RunRecord run, int attempt, QString file,
                                      qint64 offset, std::stop_token stop);

}  // namespace trainyard
