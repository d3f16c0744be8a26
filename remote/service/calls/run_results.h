// SPDX-License-Identifier: GPL-3.0-or-later
// The pictures of a run's results (results/<split>/curves.json), wherever its target is.
#pragma once

#include <stop_token>

#include <QCoroTask>
#include <QList>
#include <QString>

#include "engine/contract/result.h"
#include "remote/host/host.h"
#include "remote/service/protocol/methods.h"
#include "remote/store/records.h"

namespace trainyard {

// The splits that have such a file, as readResult() takes them, with its size.
QCoro::Task<Result<QList<ResultSplit>>> listResults(Host& host, RunRecord run,
                                                    std::stop_token stop);
// At most 1 MiB of a split's file. Only the splits that the engine judges are ever read, so a name
// cannot lead out of the run; a file that is not there is empty.
QCoro::Task<Result<LogChunk>> readResult(Host& host, RunRecord run, QString split, qint64 offset,
                                         std::stop_token stop);

}  // namespace trainyard
