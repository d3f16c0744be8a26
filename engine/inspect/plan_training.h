// SPDX-License-Identifier: GPL-3.0-or-later
// Computes what a training would take: parameters, memory of a step for several batch sizes, and
// steps, on torch's meta device, so without weights and without training.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "engine/contract/experiment/experiment.h"
#include "engine/contract/result.h"
#include "engine/contract/results/training_plan.h"
#include "engine/data/prepared.h"
#include "engine/data/text_sources.h"
#include "engine/inspect/excerpt_folder.h"
#include "engine/model/model.h"
#include "engine/task/task.h"

namespace trainyard {

struct PlanRequest {
  std::filesystem::path experiment;  // the document
  std::vector<std::string> overrides;
  // Data that is neither prepared yet nor prepared within this time is not counted: its tokenizer
  // and labels are then those of its first records.
  double data_seconds = 2;
  std::int64_t first_records = 64;  // enough for a tokenizer's and labels' kinds
  PrepareProgress progress{};       // unless empty, told what is done
};

// A training as far as it is known before its model has weights.
struct PlannedTraining {
  Experiment experiment;
  std::unique_ptr<ExcerptFolder> excerpt;  // null: `data` is all that the training reads
  PreparedData data;
  std::unique_ptr<Model> model;
  std::unique_ptr<Task> task;
  TrainingPlan plan;
};

// Errors: those of documents, models and data; "plan.command".
Result<PlannedTraining> plan_training(const PlanRequest& request);

}  // namespace trainyard
