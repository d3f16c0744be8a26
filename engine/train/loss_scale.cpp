// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/loss_scale.h"

#include <algorithm>

namespace trainyard {

namespace {

constexpr double kFactor = 2.0;
// Without overflows, the scale would grow to infinity.
constexpr double kHighestScale = 0x1p60;

}  // namespace

LossScale first_loss_scale(const PrecisionSection& precision) {
  LossScale scale;
  for (std::int64_t i = 0; i < precision.initial_scale_power; ++i) scale.scale *= kFactor;
  scale.overflows_left = precision.hysteresis;
  return scale;
}

bool update(LossScale& scale, bool overflowed, const PrecisionSection& precision) {
  if (!overflowed) {
    if (++scale.steps_without_overflow % precision.loss_scale_window == 0) {
      scale.scale = std::min(scale.scale * kFactor, kHighestScale);
      scale.overflows_left = precision.hysteresis;
    }
    return true;
  }
  scale.steps_without_overflow = 0;
  ++scale.skipped_steps;
  if (scale.overflows_left > 1) {
    --scale.overflows_left;
    return true;
  }
  if (scale.scale <= precision.min_loss_scale) return false;
  scale.scale = std::max(scale.scale / kFactor, precision.min_loss_scale);
  return true;
}

Map to_map(const LossScale& scale) {
  return {{"scale", scale.scale},
          {"steps_without_overflow", scale.steps_without_overflow},
          {"overflows_left", scale.overflows_left},
          {"skipped_steps", scale.skipped_steps}};
}

LossScale loss_scale_from(const Map& map, const LossScale& fallback) {
  return {get<double>(map, "scale", fallback.scale),
          get<std::int64_t>(map, "steps_without_overflow", fallback.steps_without_overflow),
          get<std::int64_t>(map, "overflows_left", fallback.overflows_left),
          get<std::int64_t>(map, "skipped_steps", fallback.skipped_steps)};
}

}  // namespace trainyard
