// SPDX-License-Identifier: GPL-3.0-or-later
// Plans an experiment's training with `engine plan` on this computer, wherever it is going to run.
#pragma once

#include <stop_token>

#include <QCoroTask>

#include "engine/contract/result.h"
#include "engine/contract/results/training_plan.h"
#include "remote/submit/prepare.h"
#include "remote/target/target.h"

namespace trainyard {

// What `engine plan --json` prints. `here`: this computer; `where`: whether the run itself would be
// here. Errors: "experiment.invalid", "plan.lies_there" (model or data are only on the cluster),
// those of the engine.
QCoro::Task<Result<TrainingPlan>> planTraining(Target here, ExperimentSource source,
                                               RunsWhere where, std::stop_token stop);
// The same of an experiment in which nothing is refused, and whose model and data are here.
QCoro::Task<Result<TrainingPlan>> planPrepared(Target here, const PreparedExperiment& prepared,
                                               std::stop_token stop);

}  // namespace trainyard
