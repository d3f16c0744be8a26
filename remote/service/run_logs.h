// The output files of an attempt, wherever its target is: their names, and pieces of them by offset.
#pragma once

#include <stop_token>

#include <QCoroTask>
#include <QList>
#include <QString>

#include "engine/contract/result.h"
#include "remote/host/host.h"
#include "remote/service/protocol.h"
#include "remote/store/records.h"

namespace trainyard {

// `attempt` 0: the newest.
QCoro::Task<Result<QList<LogFile>>> listLogs(Host& host, RunRecord run, int attempt, std::stop_token stop);
// At most 1 MiB. Only names that an attempt's output can have are ever opened, so a name cannot lead out of it; a file that is not
// there is empty.
QCoro::Task<Result<LogChunk>> readLog(Host& host, RunRecord run, int attempt, QString file, qint64 offset, std::stop_token stop);

}  // namespace trainyard
