// SPDX-License-Identifier: GPL-3.0-or-later
// Every kind against transformers is in tests/parity/schedules_test.py.
#include "engine/optim/schedule.h"

#include <gtest/gtest.h>

namespace trainyard {
namespace {

// The values of transformers.get_scheduler("linear", ...).
TEST(LinearSchedule, EqualsTransformersTable) {
  const struct {
    std::int64_t step, warmup, total;
    double factor;
  } cases[] = {
      {0, 0, 10, 1.0},  {1, 0, 10, 0.9},  {9, 0, 10, 0.1},  {10, 0, 10, 0.0},  {11, 0, 10, 0.0},
      {0, 4, 10, 0.0},  {1, 4, 10, 0.25}, {3, 4, 10, 0.75}, {4, 4, 10, 1.0},   {7, 4, 10, 0.5},
      {10, 4, 10, 0.0}, {0, 10, 10, 0.0}, {9, 10, 10, 0.9}, {10, 10, 10, 0.0}, {0, 0, 1, 1.0},
  };
  for (const auto& [step, warmup, total, factor] : cases)
    EXPECT_DOUBLE_EQ(Schedule({.warmup_steps = warmup}, 1e-3, total).factor(step), factor)
        << step << " of " << total << ", warm-up " << warmup;
}

// DeepSpeed's documented example: 10 steps of logarithmic warm-up; its count lags one step behind.
TEST(WarmupLr, RisesWithTheLogarithm) {
  const Schedule schedule({.kind = ScheduleKind::warmup_lr, .warmup_steps = 10}, 1.0, 100);
  EXPECT_EQ(schedule.factor(0), 0.0);
  EXPECT_EQ(schedule.factor(1), 0.0);
  EXPECT_NEAR(schedule.factor(2), 0.30103, 1e-5);
  EXPECT_NEAR(schedule.factor(10), 1.0, 1e-12);
  EXPECT_EQ(schedule.factor(99), 1.0);
}

TEST(Warmup, ShareIsRoundedUp) {
  EXPECT_EQ(warmup_steps({.warmup_ratio = 0.03}, 101), 4);
  EXPECT_EQ(warmup_steps({.warmup_ratio = 0.0}, 101), 0);
  EXPECT_EQ(warmup_steps({.warmup_steps = 7}, 101), 7);
}

// Whatever the document allows, no step gets a rate above the peak, below 0, or that is no number.
TEST(Schedule, StaysBetweenZeroAndThePeak) {
  for (const auto& [kind, name] : Names<ScheduleKind>::all)
    for (const std::int64_t total : {1, 2, 7})
      for (const std::int64_t warmup : {0, 1, 7, 9})
        for (const double floor : {0.0, 1e-4, 2e-3})
          for (const std::int64_t decay : {1, 3, 20}) {
            const Schedule schedule({.kind = kind,
                                     .warmup_steps = warmup,
                                     .minimum_learning_rate = floor,
                                     .decay_steps = decay,
                                     .timescale = 1},
                                    1e-3, total);
            for (std::int64_t step = 0; step < total; ++step) {
              const double factor = schedule.factor(step);
              EXPECT_TRUE(factor >= 0 && factor <= 1 + 1e-12)
                  << name << ": " << factor << " in step " << step << " of " << total
                  << ", warm-up " << warmup;
            }
          }
}

}  // namespace
}  // namespace trainyard
