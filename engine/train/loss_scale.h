// SPDX-License-Identifier: GPL-3.0-or-later
// Dynamic loss scaling (Micikevicius et al., 2018) as in torch.amp.GradScaler and DeepSpeed (the
// hysteresis): halved at an overflow, doubled after a number of steps without one.
#pragma once

#include <cstdint>

#include "engine/contract/experiment/precision.h"
#include "engine/contract/value.h"

namespace trainyard {

struct LossScale {
  double scale = 1.0;
  std::int64_t steps_without_overflow = 0;
  std::int64_t overflows_left = 1;  // until the scale is halved
  std::int64_t skipped_steps = 0;   // since the start of training

  bool operator==(const LossScale&) const = default;
};

LossScale first_loss_scale(const PrecisionSection& precision);

// Updates the scale after a step. Returns false if it overflowed at the lowest scale, so that
// training cannot go on.
bool update(LossScale& scale, bool overflowed, const PrecisionSection& precision);

Map to_map(const LossScale& scale);
// Missing keys are taken from `fallback`.
LossScale loss_scale_from(const Map& map, const LossScale& fallback);

}  // namespace trainyard
