#include "engine/train/patience.h"

#include <gtest/gtest.h>

namespace trainyard {
namespace {

TEST(Patience, IsAMinuteOrTwentySteps) {
  using std::chrono::milliseconds;
  EXPECT_EQ(step_patience({0.1, 0.2, 0.1, 0.1, 100}), milliseconds(60000));
  EXPECT_EQ(step_patience({8, 10, 9, 60, 3}), milliseconds(180000));
}

}  // namespace
}  // namespace trainyard
