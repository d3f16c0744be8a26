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
    EXPECT_DOUBLE_EQ(linear_schedule(step, warmup, total), factor)
        << step << " of " << total << ", warm-up " << warmup;
}

}  // namespace
}  // namespace trainyard
