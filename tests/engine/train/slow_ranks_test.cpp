// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/slow_ranks.h"

#include <gtest/gtest.h>

namespace trainyard {
namespace {

using Slow = std::optional<SlowRanks::Slow>;

// What is found in so many steps that take these seconds.
std::vector<SlowRanks::Slow> found_in(SlowRanks& ranks, std::size_t steps,
                                      const std::vector<double>& seconds) {
  std::vector<SlowRanks::Slow> found;
  for (std::size_t step = 0; step < steps; ++step)
    if (const Slow slow = ranks.add(seconds)) found.push_back(*slow);
  return found;
}

const std::vector<double> even = {0.30, 0.29, 0.28, 0.29};
const std::vector<double> third_is_slow = {0.30, 0.29, 0.41, 0.28};

TEST(SlowRanks, NamesARankAfterTwentySlowStepsAndOnce) {
  SlowRanks ranks;
  EXPECT_TRUE(found_in(ranks, 19, third_is_slow).empty());
  const auto found = found_in(ranks, 100, third_is_slow);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].rank, 2);
  EXPECT_NEAR(found[0].own, 0.41, 1e-9);
  EXPECT_NEAR(found[0].median, 0.29, 1e-9);
}

TEST(SlowRanks, OneStepOfTwentyThatIsNotSlowBeginsAnew) {
  SlowRanks ranks;
  EXPECT_TRUE(found_in(ranks, 19, third_is_slow).empty());
  EXPECT_FALSE(ranks.add(even));
  EXPECT_TRUE(found_in(ranks, 19, third_is_slow).empty());
  EXPECT_TRUE(ranks.add(third_is_slow));
}

TEST(SlowRanks, OneThatHasRecoveredIsNamedAgain) {
  SlowRanks ranks;
  EXPECT_EQ(found_in(ranks, 20, third_is_slow).size(), 1u);
  found_in(ranks, 19, even);
  EXPECT_TRUE(found_in(ranks, 30, third_is_slow).empty());  // it had not
  found_in(ranks, 20, even);
  EXPECT_EQ(found_in(ranks, 30, third_is_slow).size(), 1u);
}

TEST(SlowRanks, TheSlowestIsNamedAndOthersIfTheyAreSlowerOrItHasRecovered) {
  SlowRanks ranks;
  const std::vector<double> two = {0.30, 0.50, 0.41, 0.28, 0.29};
  const auto found = found_in(ranks, 60, two);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].rank, 1);
  const auto slower = found_in(ranks, 60, {0.30, 0.50, 0.90, 0.28, 0.29});
  ASSERT_EQ(slower.size(), 1u);
  EXPECT_EQ(slower[0].rank, 2);

  SlowRanks others;
  EXPECT_EQ(found_in(others, 60, two).size(), 1u);
  const auto next = found_in(others, 60, {0.30, 0.29, 0.41, 0.28, 0.29});
  ASSERT_EQ(next.size(), 1u);
  EXPECT_EQ(next[0].rank, 2);
}

TEST(SlowRanks, OfTwoRanksOneIsComparedWithTheOther) {
  SlowRanks ranks;
  const auto found = found_in(ranks, 20, {0.25, 0.20});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].rank, 0);
  EXPECT_NEAR(found[0].median, 0.20, 1e-9);
}

TEST(SlowRanks, WhatIsNotKnownCountsNeitherWay) {
  SlowRanks ranks;
  EXPECT_TRUE(found_in(ranks, 10, third_is_slow).empty());
  EXPECT_TRUE(found_in(ranks, 50, {0.30, 0.29, 0, 0.28}).empty());
  EXPECT_TRUE(found_in(ranks, 50, {0, 0, 0.41, 0}).empty());
  EXPECT_TRUE(found_in(ranks, 50, {0, 0, 0, 0}).empty());
  EXPECT_TRUE(found_in(ranks, 9, third_is_slow).empty());
  EXPECT_TRUE(ranks.add(third_is_slow));
}

TEST(SlowRanks, MillisecondsAreNoReason) {
  SlowRanks ranks;
  EXPECT_TRUE(found_in(ranks, 100, {0.004, 0.008, 0.004}).empty());
  EXPECT_TRUE(found_in(ranks, 100, {0.100, 0.119, 0.100}).empty());
  EXPECT_EQ(found_in(ranks, 100, {0.010, 0.016, 0.010}).size(), 1u);
}

TEST(SlowRanks, AMedianIsOfAllRanksAndOneRankIsNoSlowOne) {
  SlowRanks ranks;
  EXPECT_TRUE(found_in(ranks, 100, {5.0}).empty());
  std::vector<double> many(1000, 1.0);
  many[999] = 1.25;
  SlowRanks of_many;
  const auto found = found_in(of_many, 20, many);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].rank, 999);
}

}  // namespace
}  // namespace trainyard
