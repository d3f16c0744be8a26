// SPDX-License-Identifier: GPL-3.0-or-later
// Removes single checkpoints of a run from its target.
#pragma once

#include <stop_token>

#include <QCoroTask>
#include <QStringList>

#include "engine/contract/result.h"
#include "remote/host/host.h"
#include "remote/store/records.h"

namespace trainyard {

// Of the folders with these names in the run's checkpoints/ those that were there and are removed
// now. Nothing is removed unless all may be. A run that has not ended keeps what it would resume
// from and its best checkpoint. An interrupted removal leaves nothing that looks like a checkpoint.
// Errors: "checkpoint.no_name", "checkpoint.needed", "folder.not_removed", those of the host.
QCoro::Task<Result<QStringList>> removeCheckpoints(Host& host, RunRecord run, QStringList names,
                                                   std::stop_token stop);

}  // namespace trainyard
