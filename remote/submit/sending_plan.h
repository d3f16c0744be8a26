// SPDX-License-Identifier: GPL-3.0-or-later
// What a run needs on its target's disk before anything is transferred.
#pragma once

#include <stop_token>

#include <QCoroTask>

#include "engine/contract/result.h"
#include "remote/submit/prepare.h"
#include "remote/target/target.h"
#include "remote/transfer/engine.h"
#include "remote/transfer/progress.h"

namespace trainyard {

// Which of our programs a run needs there.
EngineParts partsFor(const Experiment& experiment);

// Checks whether programs and data of the run may be sent and will fit. Free space is queried again
// if it was too small at the last login. Does nothing for this computer. Errors:
// "engine.incompatible", "target.no_space", those of the host.
QCoro::Task<Result<void>> checkSending(Target target, const PreparedExperiment& prepared,
                                       OnProgress onProgress, std::stop_token stop);

}  // namespace trainyard
