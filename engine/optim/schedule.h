// SPDX-License-Identifier: GPL-3.0-or-later
// Learning rate schedules: those of transformers.get_scheduler, and DeepSpeed's WarmupLR and
// WarmupDecayLR (deepspeed/runtime/lr_schedules.py).
#pragma once

#include <cstdint>

#include "engine/contract/experiment/schedule.h"

namespace trainyard {

// The warm-up in steps: the given number, or the given share of all steps, rounded up.
std::int64_t warmup_steps(const ScheduleSection& schedule, std::int64_t total_steps);

class Schedule {
 public:
  // `peak` is the learning rate after the warm-up, above 0; `total_steps` is that of the whole run.
  Schedule(const ScheduleSection& schedule, double peak, std::int64_t total_steps);

  // The factor of the peak learning rate in optimizer step `step` (0-based): 0 to 1.
  double factor(std::int64_t step) const;
  double learning_rate(std::int64_t step) const { return peak_ * factor(step); }

  struct Shape {
    double warmup, total, floor, cycles, power, decay, timescale;  // in steps; floor is a factor
    bool log_warmup;
  };

 private:
  double peak_;
  Shape shape_;
  double (*function_)(const Shape& shape, double step);
};

}  // namespace trainyard
