// SPDX-License-Identifier: GPL-3.0-or-later
// Evaluates the model on a split of the data, all ranks together.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/train/training_work.h"

namespace trainyard {

struct EvaluationResult {
  NamedValues metrics;  // the task's, starting with the loss
  std::optional<Predictions> predictions;
  std::int64_t num_examples = 0;
  std::int64_t num_batches = 0;
  double seconds = 0;

  // Returns the metric called `name` ("eval/loss").
  std::optional<double> metric(const std::string& name) const;
};

// Whether a higher value of this metric is better.
bool higher_is_better(const std::string& metric);

// Renames "eval/loss" to "test/loss": the names for splits other than validation.
void rename_metrics(EvaluationResult& result, const std::string& split);

// Evaluates `batch_size` rows at a time. `should_continue` is called on every rank after each batch
// with the number of batches done and in total, and must return the same on all ranks; if it
// returns false, there is no result.
std::optional<EvaluationResult> evaluate(
    TrainingWork& work, const Dataset& dataset, std::int64_t batch_size,
    const std::function<bool(std::int64_t done, std::int64_t total)>& should_continue);

}  // namespace trainyard
