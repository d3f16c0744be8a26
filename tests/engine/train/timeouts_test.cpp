// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/timeouts.h"

#include <gtest/gtest.h>

namespace trainyard {
namespace {

TEST(Timeouts, IsAMinuteOrTwentySteps) {
  using std::chrono::milliseconds;
  EXPECT_EQ(step_timeout({0.1, 0.2, 0.1, 0.1, 100}), milliseconds(60000));
  EXPECT_EQ(step_timeout({8, 10, 9, 60, 3}), milliseconds(180000));
}

}  // namespace
}  // namespace trainyard
