// SPDX-License-Identifier: GPL-3.0-or-later
// What a run needs of its target's disk before anything travels.
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

// Whether programs and data of the run may be sent and will fit. What is free is asked again where
// the last login saw too little. Nothing to say of this computer. Errors: "engine.incompatible",
// "target.no_space", those of the host.
QCoro::Task<Result<void>> checkSending(Target target, const PreparedExperiment& prepared,
                                       OnProgress onProgress, std::stop_token stop);

}  // namespace trainyard
