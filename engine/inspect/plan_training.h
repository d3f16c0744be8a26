// SPDX-License-Identifier: GPL-3.0-or-later
// Computes what a training would take: parameters, memory of a step for several batch sizes, and
// steps, on torch's meta device, so without weights and without training.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/contract/result.h"
#include "engine/contract/results/training_plan.h"

namespace trainyard {

struct PlanRequest {
  std::filesystem::path experiment;  // the document
  std::vector<std::string> overrides;
  // Data that is neither prepared yet nor prepared within this time is not counted: its tokenizer
  // and labels are then those of its first records.
  double data_seconds = 2;
};

// Errors: those of documents, models and data; "plan.command".
Result<TrainingPlan> plan_training(const PlanRequest& request);

}  // namespace trainyard
