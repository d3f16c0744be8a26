// SPDX-License-Identifier: GPL-3.0-or-later
// Rehearses a submission on this computer: `engine rehearse` for a training of the engine, what can
// be said of the code of other workloads without running it, and the GPUs of the target.
#pragma once

#include <stop_token>

#include <QCoroTask>

#include "engine/contract/result.h"
#include "engine/contract/results/rehearsal.h"
#include "remote/service/calls/data_inspection.h"
#include "remote/submit/prepare.h"
#include "remote/target/target.h"

namespace trainyard {

// Whether a training takes steps, or is only planned and compared with the target's GPUs.
enum class RehearsalDepth { steps, plan };

// `here`: this computer; `target`: where it is going to run, with what is known of it: it is not
// asked. Findings that a check of the document has too come without what `check` finds on the
// target. Errors: "rehearsal.failed", those of the host.
QCoro::Task<Result<Rehearsal>> rehearse(Target here, Target target, ExperimentSource source,
                                        RehearsalDepth depth, OnInspecting onProgress,
                                        std::stop_token stop);

}  // namespace trainyard
