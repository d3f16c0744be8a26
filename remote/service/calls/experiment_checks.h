// SPDX-License-Identifier: GPL-3.0-or-later
// What is known of an experiment on a target before anything travels: what is wrong, what it may
// cost, what would be sent.
#pragma once

#include <stop_token>

#include <QCoroTask>

#include "engine/contract/result.h"
#include "remote/service/protocol/protocol.h"
#include "remote/submit/prepare.h"
#include "remote/target/target.h"

namespace trainyard {

// The document, the target's limits, paths there and, on Slurm, sbatch's own opinion. A target that
// is not reached is an error.
QCoro::Task<Result<CheckAnswer>> checkOn(Target target, ExperimentSource source,
                                         std::stop_token stop);

// Errors: "experiment.invalid", those of the host and of the engine's plan.
QCoro::Task<Result<SyncPreviewAnswer>> previewOn(Target target, ExperimentSource source,
                                                 std::stop_token stop);

// GPU-hours of the whole time limit, for all tasks of an array; nothing where no limit is known or
// no GPU is asked for.
std::optional<double> gpuHoursOf(const Experiment& experiment, const TargetFacts& facts);

}  // namespace trainyard
