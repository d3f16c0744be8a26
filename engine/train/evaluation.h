// SPDX-License-Identifier: GPL-3.0-or-later
// Judges the model on a split of the data, all ranks together.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/train/training_work.h"

namespace trainyard {

struct EvaluationResult {
  NamedValues metrics;  // the task's, the first is the loss
  std::optional<Judgement> judgement;
  std::int64_t num_examples = 0;
  std::int64_t num_batches = 0;
  double seconds = 0;

  // The metric called `name` ("eval/loss").
  std::optional<double> metric(const std::string& name) const;
};

// Whether a model with a higher value of this metric is the better one.
bool higher_is_better(const std::string& metric);

// "test/loss" of "eval/loss": the names of what is not the validation split.
void rename_metrics(EvaluationResult& result, const std::string& split);

// Of `batch_size` rows at a time. `go_on` is asked on every rank after each batch with batches done
// and wanted, and must answer the same on all; when it says no, the result is absent.
std::optional<EvaluationResult> evaluate(
    TrainingWork& work, const Dataset& dataset, std::int64_t batch_size,
    const std::function<bool(std::int64_t done, std::int64_t total)>& go_on);

}  // namespace trainyard
