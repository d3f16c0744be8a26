// SPDX-License-Identifier: GPL-3.0-or-later
// Dynamic loss scaling (Micikevicius et al., 2018), as torch.amp.GradScaler does it and DeepSpeed,
// which has the hysteresis: halved at an overflow, doubled after a while without one.
#pragma once

#include <cstdint>

#include "engine/contract/experiment/precision.h"
#include "engine/contract/value.h"

namespace trainyard {

struct LossScale {
  double scale = 1.0;
  std::int64_t steps_without_overflow = 0;
  std::int64_t overflows_left = 1;  // until one halves the scale
  std::int64_t skipped_steps = 0;   // of all

  bool operator==(const LossScale&) const = default;
};

LossScale first_loss_scale(const PrecisionSection& precision);

// Takes in how a step ended. False: it overflowed at the lowest scale, which leaves nothing to do.
bool update(LossScale& scale, bool overflowed, const PrecisionSection& precision);

Map to_map(const LossScale& scale);
// What is missing is as in `fallback`.
LossScale loss_scale_from(const Map& map, const LossScale& fallback);

}  // namespace trainyard
