// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/plan.h"

#include <gtest/gtest.h>

#include <vector>

namespace trainyard {
namespace {

// steps = ceil(epochs * ceil(ceil(ceil(examples / per_device) / ranks) / accumulation)), as Hugging
// Face Trainer counts.
struct Case {
  std::int64_t examples, per_device, accumulation, ranks;
  double epochs;
  std::int64_t steps;
};

TEST(BatchPlan, CountsStepsAsTrainerDoes) {
  const Case cases[] = {{100, 8, 1, 1, 1, 13}, {100, 8, 4, 1, 1, 4},    {100, 8, 4, 1, 3, 12},
                        {96, 8, 1, 1, 1, 12},  {100, 4, 2, 2, 2.5, 18}, {3, 8, 4, 2, 1, 1},
                        {100, 8, 1, 1, 0.5, 7}};
  for (const Case& c : cases) {
    const BatchPlan plan{c.examples, c.per_device, c.accumulation, c.ranks};
    EXPECT_EQ(plan.remaining_steps({0, 0}, c.epochs), c.steps) << c.examples << " " << c.per_device;
  }
}

TEST(BatchPlan, WalksThroughEpochs) {
  const BatchPlan plan{10, 2, 2, 1};
  DataPosition position;
  std::int64_t steps = 0;
  for (; position.epoch < 2; position = plan.after(position), ++steps)
    EXPECT_EQ(plan.remaining_steps(position, 2), 6 - steps);
  EXPECT_EQ(steps, 6);
  EXPECT_EQ(position, (DataPosition{2, 0}));
  EXPECT_DOUBLE_EQ(plan.epochs_at({1, 4}), 1 + 1.0 / 3);
}

TEST(BatchPlan, GoesOnAfterTheNumberOfRanksChanged) {
  const BatchPlan two{100, 4, 1, 2}, one{100, 4, 1, 1};
  const DataPosition position = two.after(two.after({0, 0}));
  EXPECT_EQ(position, (DataPosition{0, 16}));
  EXPECT_EQ(one.remaining_steps(position, 1), 21);  // (100 - 16) / 4
}

TEST(IsAtEpochs, RoundsPartsOfAnEpochUpToSteps) {
  std::vector<std::int64_t> due;
  for (std::int64_t step = 1; step <= 10; ++step)
    if (is_at_epochs(0.5, static_cast<double>(step) / 5, step, 5)) due.push_back(step);
  EXPECT_EQ(due, (std::vector<std::int64_t>{3, 6, 9}));
  EXPECT_TRUE(is_at_epochs(0.001, 0.2, 1, 5)) << "never less than a step";
  EXPECT_TRUE(is_at_epochs(2, 4, 20, 5));
  EXPECT_FALSE(is_at_epochs(2, 3, 15, 5));
}

}  // namespace
}  // namespace trainyard
