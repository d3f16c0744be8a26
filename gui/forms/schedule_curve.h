// SPDX-License-Identifier: GPL-3.0-or-later
// The learning rate over a training, as the engine computes it (engine/optim/schedule.h), for a
// picture: the window does not link the engine's optimizers.
#pragma once

#include <cstdint>

#include "engine/contract/experiment/schedule.h"

namespace trainyard {

// The warm-up in steps: the given number, or the given share of all steps, rounded up.
std::int64_t warmupSteps(const ScheduleSection& schedule, std::int64_t totalSteps);

class ScheduleCurve {
 public:
  // `peak` is the learning rate after the warm-up, above 0.
  ScheduleCurve(const ScheduleSection& schedule, double peak, std::int64_t totalSteps);

  // The share of the peak in a step, which may lie between two.
  double at(double step) const;

 private:
  double done(double step) const;  // 0 at the end of the warm-up, 1 at the last step
  double aboveFloor(double share) const;
  double stableThenDecay(double step) const;
  double deepSpeedWarmup(double step) const;
  double deepSpeedDecay(double step) const;

  ScheduleKind m_kind;
  double m_warmup, m_total, m_floor, m_cycles, m_power, m_decay, m_timescale;
  bool m_isLogarithmic;
};

}  // namespace trainyard
