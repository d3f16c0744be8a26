// SPDX-License-Identifier: GPL-3.0-or-later
// The plots of a run's results (results/<split>/curves.json), on any target.
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

// Lists the splits with such a file, for readResult(), with its size.
QCoro::Task<Result<QList<ResultSplit>>> listResults(Host& host, RunRecord run,
                                                    std::stop_token stop);
// Reads at most 1 MiB of a split's file. Only splits that the engine evaluates are accepted, so
// that a name cannot lead out of the run; a missing file is empty.
QCoro::Task<Result<LogChunk>> readResult(Host& host, RunRecord run, QString split, qint64 offset,
                                         std::stop_token stop);

}  // namespace trainyard
