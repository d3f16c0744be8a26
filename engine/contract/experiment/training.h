// SPDX-License-Identifier: GPL-3.0-or-later
// How long training lasts.
#pragma once

#include "engine/contract/describe/names.h"

namespace trainyard {

struct TrainingSection {
  std::optional<std::int64_t> max_steps;
  double num_epochs = 3;
  std::optional<std::int64_t> max_tokens;
  std::optional<double> max_hours;
  double label_smoothing_factor = 0;
  double neftune_noise_alpha = 0;
  bool full_determinism = false;
};

void describe(Section<TrainingSection>& section);

}  // namespace trainyard
