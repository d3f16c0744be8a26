// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/loss_scale.h"

#include <vector>

#include <gtest/gtest.h>

namespace trainyard {
namespace {

// The scale before each step, given which overflow.
std::vector<double> scales(const PrecisionSection& precision, const std::vector<bool>& overflows) {
  LossScale scale = first_loss_scale(precision);
  std::vector<double> all;
  for (const bool overflowed : overflows) {
    all.push_back(scale.scale);
    EXPECT_TRUE(update(scale, overflowed, precision));
  }
  all.push_back(scale.scale);
  return all;
}

TEST(LossScale, IsHalvedAtAnOverflowAndDoubledAfterAWindow) {
  PrecisionSection precision;
  precision.initial_scale_power = 4;
  precision.loss_scale_window = 2;
  EXPECT_EQ(scales(precision, {false, true, false, false, false, false, true}),
            (std::vector<double>{16, 16, 8, 8, 16, 16, 32, 16}));
}

TEST(LossScale, HysteresisLetsSomeOverflowsPass) {
  PrecisionSection precision;
  precision.initial_scale_power = 4;
  precision.hysteresis = 2;
  precision.loss_scale_window = 3;
  EXPECT_EQ(scales(precision, {true, true, true, false, false, false, true, true}),
            (std::vector<double>{16, 16, 8, 4, 4, 4, 8, 8, 4}));
}

TEST(LossScale, AnOverflowAtTheLowestEndsIt) {
  PrecisionSection precision;
  precision.initial_scale_power = 1;
  precision.min_loss_scale = 1;
  LossScale scale = first_loss_scale(precision);
  EXPECT_TRUE(update(scale, true, precision));
  EXPECT_EQ(scale.scale, 1.0);
  EXPECT_FALSE(update(scale, true, precision));
  EXPECT_EQ(scale.skipped_steps, 2);
}

TEST(LossScale, IsRemembered) {
  PrecisionSection precision;
  LossScale scale = first_loss_scale(precision);
  update(scale, false, precision);
  update(scale, true, precision);
  EXPECT_EQ(loss_scale_from(to_map(scale), {}), scale);
  EXPECT_EQ(loss_scale_from({}, scale), scale);
}

}  // namespace
}  // namespace trainyard
