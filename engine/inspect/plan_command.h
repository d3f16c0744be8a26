// SPDX-License-Identifier: GPL-3.0-or-later
// `engine plan`: what a training would take, before it is submitted.
#pragma once

#include "engine/contract/result.h"
#include "engine/inspect/plan_training.h"

namespace trainyard {

struct PlanArguments {
  PlanRequest request;
  bool json = false;
};

// On stdout: text, or one JSON object (a TrainingPlan), which in the case of an error has `error`
// instead.
Result<ExitCode> plan_command(const PlanArguments& arguments);

}  // namespace trainyard
