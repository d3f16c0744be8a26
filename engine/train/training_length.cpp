// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/training_length.h"

#include <algorithm>
#include <cmath>

#include "engine/contract/experiment/experiment.h"

namespace trainyard {

std::optional<std::int64_t> step_limit(const Experiment& experiment, const PreparedSplit& train,
                                       std::int64_t rows_per_step) {
  const TrainingSection& training = experiment.training;
  if (!training.max_tokens) return training.max_steps;
  const std::int64_t num_examples = train.num_packs > 0 ? train.num_packs : train.num_rows;
  const double tokens_a_row =
      num_examples > 0 ? static_cast<double>(train.num_tokens) / static_cast<double>(num_examples)
                       : static_cast<double>(experiment.data.sequence_length);
  const double wanted = static_cast<double>(*training.max_tokens) /
                        (static_cast<double>(rows_per_step) * tokens_a_row);
  return std::min(training.max_steps.value_or(INT64_MAX),
                  static_cast<std::int64_t>(std::ceil(wanted)));
}

}  // namespace trainyard
