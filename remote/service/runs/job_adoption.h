// SPDX-License-Identifier: GPL-3.0-or-later
// A job of the queue that this program did not start becomes a run.
#pragma once

#include <stop_token>

#include <QCoroTask>

#include "engine/contract/result.h"
#include "remote/service/runs/run_adoption.h"

namespace trainyard {

// Writes its folder, <base>/adopted/<name>-<8 of UUID>/, which holds adopted.json alone: `job`,
// `name`, and where it works and writes to. Errors: "queue.is_array", "queue.odd_name", those of
// the host.
QCoro::Task<Result<FoundRun>> adoptedRun(Target target, QueuedJob job, QueuedFiles files,
                                         std::stop_token stop);
// From that file; empty paths if there is none.
QCoro::Task<Result<QueuedFiles>> filesOfAdopted(Host& host, QString folder, std::stop_token stop);

}  // namespace trainyard
