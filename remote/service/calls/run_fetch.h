// SPDX-License-Identifier: GPL-3.0-or-later
// Bringing what a run made from its target to this computer.
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

// Into `destination`, or, where that is empty, into <data>/fetched/<name of the run folder>/.
// The folder is that of the run itself for a run of this computer without a destination. Errors:
// those of fetchTree.
QCoro::Task<Result<FetchedRun>> fetchRun(Target target, RunRecord run, FetchWhat what,
                                         QString destination, OnProgress onProgress,
                                         std::stop_token stop);

}  // namespace trainyard
