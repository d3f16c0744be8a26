// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/split/row_split.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include <gtest/gtest.h>

#include "engine/data/split/random_state.h"

namespace trainyard {
namespace {

using Rows = std::vector<std::int64_t>;

// The first words of MT19937 for its reference seed 5489, and the 10000th (C++ standard,
// [rand.predef]).
TEST(RandomState, IsMt19937) {
  RandomState random(5489);
  EXPECT_EQ(random.next(), 3499211612u);
  for (int i = 1; i < 9999; ++i) random.next();
  EXPECT_EQ(random.next(), 4123659995u);
}

TEST(RandomState, DrawsUpToDescendingLimits) {
  RandomState random(1);
  std::vector<std::uint32_t> drawn(50);
  for (int round = 0; round < 100; ++round) {
    ASSERT_EQ(random.draw_descending(40, drawn), 40u);
    for (std::uint32_t i = 0; i < 40; ++i) ASSERT_LE(drawn[i], 40 - i);
  }
  EXPECT_EQ(random.draw_descending(0, drawn), 0u);
  EXPECT_EQ(random.draw_descending(0xFFFFFFFF, drawn), 50u);
}

// numpy.random.RandomState(42).permutation(10)
TEST(Permutation, IsNumpys) {
  EXPECT_EQ(permutation(42, 10), (Rows{8, 1, 5, 0, 7, 2, 9, 4, 3, 6}));
  EXPECT_EQ(permutation(42, 1), Rows{0});
  EXPECT_EQ(permutation(42, 0), Rows{});
}

TEST(TrainTestRows, TakesTheTestFirst) {
  const auto rows = train_test_rows(10, 0.25, 42);
  ASSERT_TRUE(rows) << rows.error().message;
  EXPECT_EQ(rows->test, (Rows{8, 1, 5}));
  EXPECT_EQ(rows->train, (Rows{0, 7, 2, 9, 4, 3, 6}));
  const auto both = train_test_rows(10, SplitRatios{.train = 0.35, .test = 0.11}, 42);
  ASSERT_TRUE(both) << both.error().message;
  EXPECT_EQ(both->test, (Rows{8, 1}));
  EXPECT_EQ(both->train, (Rows{5, 0, 7}));
  EXPECT_EQ(train_test_rows(8, SplitRatios{}, 0)->test.size(), 2u);
}

TEST(TrainValidationTestRows, HasEachRowOnce) {
  const auto rows = train_validation_test_rows(1000, 0.949, 0.05, 42);
  ASSERT_TRUE(rows) << rows.error().message;
  EXPECT_EQ(rows->train.size(), 949u);
  // 0.05 / (0.05 + (1 - 0.949 - 0.05)) of the other 51 is a little less than 50.
  EXPECT_EQ(rows->validation.size(), 49u);
  EXPECT_EQ(rows->test.size(), 2u);
  Rows all = rows->train;
  all.insert(all.end(), rows->validation.begin(), rows->validation.end());
  all.insert(all.end(), rows->test.begin(), rows->test.end());
  std::sort(all.begin(), all.end());
  Rows expected(1000);
  std::iota(expected.begin(), expected.end(), 0);
  EXPECT_EQ(all, expected);
}

TEST(TrainTestRows, RefusesWhatLeavesNothing) {
  const double not_a_number = std::numeric_limits<double>::quiet_NaN();
  for (const double ratio : {0.0, 1.0, -0.1, 2.0, not_a_number})
    EXPECT_EQ(train_test_rows(10, ratio, 1).error().code, "split.ratio") << ratio;
  EXPECT_EQ(train_test_rows(10, SplitRatios{.train = 0.6, .test = 0.6}, 1).error().code,
            "split.sum");
  EXPECT_EQ(train_test_rows(10, SplitRatios{.train = 0.7, .test = 1 - 0.7}, 1).error().code,
            "split.sizes");
  EXPECT_EQ(train_test_rows(10, SplitRatios{.train = 0.9, .test = 0.1}, 1)->train.size(), 9u);
  EXPECT_EQ(train_test_rows(0, 0.5, 1).error().code, "split.no_training");
  EXPECT_EQ(train_test_rows(-5, 0.5, 1).error().code, "split.no_training");
  EXPECT_EQ(train_test_rows(1, 0.5, 1).error().code, "split.no_training");
  EXPECT_EQ(train_test_rows(std::numeric_limits<std::int64_t>::max(), 0.5, 1).error().code,
            "split.too_many_rows");
  EXPECT_EQ(train_validation_test_rows(10, 0.5, 0.5, 1).error().code, "split.no_test");
  EXPECT_EQ(train_validation_test_rows(10, not_a_number, 0.1, 1).error().code, "split.ratio");
}

}  // namespace
}  // namespace trainyard
