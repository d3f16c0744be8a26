// SPDX-License-Identifier: GPL-3.0-or-later
// When and by which metric the model is evaluated on held-out data.
#pragma once

#include "engine/contract/describe/names.h"

namespace trainyard {

struct EvaluationSection {
  std::optional<std::int64_t> every_steps = 500;
  std::optional<double> every_epochs;
  bool on_start = false;
  std::optional<std::int64_t> batch_size;
  std::string metric = "eval/loss";
  std::optional<std::int64_t> early_stopping_patience;
};

void describe(Section<EvaluationSection>& section);

// Whether the model is evaluated during training.
inline bool is_evaluated(const EvaluationSection& evaluation) {
  return evaluation.every_steps || evaluation.every_epochs;
}

}  // namespace trainyard
