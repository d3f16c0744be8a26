// SPDX-License-Identifier: GPL-3.0-or-later
// Fetches a run's output from its target to this computer.
#pragma once

#include <stop_token>

#include <QCoroTask>
#include <QString>

#include "engine/contract/result.h"
#include "remote/service/protocol/protocol.h"
#include "remote/store/records.h"
#include "remote/target/target.h"
#include "remote/transfer/progress.h"

namespace trainyard {

// Fetches to `destination` or, if that is empty, to <data>/fetched/<name of the run folder>/. For a
// run on this computer without a destination, the folder is the run's own. Errors: those of
// fetchTree.
QCoro::Task<Result<FetchedRun>> fetchRun(Target target, RunRecord run, FetchWhat what,
                                         QString destination, OnProgress onProgress,
                                         std::stop_token stop);

}  // namespace trainyard
