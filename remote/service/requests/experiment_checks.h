// SPDX-License-Identifier: GPL-3.0-or-later
// Checks of an experiment on a target before anything is transferred: errors, cost, what would be
// sent.
#pragma once

#include <stop_token>

#include <QCoroTask>

#include "engine/contract/result.h"
#include "remote/service/protocol/protocol.h"
#include "remote/store/run_store.h"
#include "remote/submit/prepare.h"
#include "remote/target/target.h"

namespace trainyard {

// An error as what a check found; it belongs to no line of the document.
Diagnostic findingOf(const Error& error);

// Checks the document, the runs that it waits for, the target's limits, paths there and, on Slurm,
// sbatch --test-only. It is an error if the target cannot be reached.
QCoro::Task<Result<CheckAnswer>> checkOn(Target target, ExperimentSource source, RunStore& store,
                                         std::stop_token stop);

// Errors: "experiment.invalid", those of the host and of planning the engine.
QCoro::Task<Result<SyncPreviewAnswer>> previewOn(Target target, ExperimentSource source,
                                                 std::stop_token stop);

// Seconds after which the target ends a job; nothing if no limit is known.
std::optional<std::int64_t> timeLimitOf(const Experiment& experiment, const TargetFacts& facts);

// GPU-hours for the whole time limit, over all tasks of an array; nothing if there is no known
// limit or no GPU is requested.
std::optional<double> gpuHoursOf(const Experiment& experiment, const TargetFacts& facts);

}  // namespace trainyard
