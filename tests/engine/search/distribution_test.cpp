// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/search/distribution.h"

#include <cmath>
#include <gtest/gtest.h>

namespace trainyard::search {
namespace {

Distribution real(double low, double high, bool log = false, std::optional<double> step = {}) {
  return normalized({.low = low, .high = high, .log = log, .step = step});
}
Distribution integer(double low, double high, bool log = false, std::optional<double> step = {}) {
  return normalized(
      {.kind = DistributionKind::integer, .low = low, .high = high, .log = log, .step = step});
}
Distribution choices(List list) {
  return {.kind = DistributionKind::categorical, .choices = std::move(list)};
}

TEST(Distribution, TheLastStepIsTheUpperEnd) {
  EXPECT_EQ(real(0, 1, false, 0.3).high, 0.9);
  EXPECT_EQ(real(0, 0.3, false, 0.1).high, 0.3) << "0.1 * 3 is a little more than 0.3";
  EXPECT_EQ(integer(1, 10, false, 4).high, 9);
  EXPECT_EQ(*integer(3, 8).step, 1);
}

TEST(Distribution, CountsItsValues) {
  EXPECT_EQ(count_of(real(0, 1)), std::nullopt);
  EXPECT_EQ(count_of(real(2, 2)), 1);
  EXPECT_EQ(count_of(real(0, 1, false, 0.1)), 11);
  EXPECT_EQ(count_of(integer(1, 8, true)), 8);
  EXPECT_EQ(count_of(choices({"a", "b"})), 2);
  EXPECT_TRUE(is_single(choices({"a"})));
  EXPECT_FALSE(is_single(real(0, 1)));
}

TEST(Distribution, StepsHaveTheDigitsThatAPersonWrites) {
  EXPECT_EQ(number_at(real(0, 1, false, 0.1), 3), 0.3) << "not 0.30000000000000004";
  EXPECT_EQ(aligned(real(0, 1, false, 0.1), 0.71), 0.7);
  EXPECT_EQ(number_at(integer(123456789012340, 123456789012350), 5), 123456789012345);
}

TEST(Distribution, ConvertsValuesThereAndBack) {
  EXPECT_EQ(number_of(real(0, 1), 1), 1.0) << "a whole number is a real, too";
  EXPECT_EQ(number_of(real(0, 1), 1.5), std::nullopt);
  EXPECT_EQ(number_of(real(0, 1), "a"), std::nullopt);
  EXPECT_EQ(value_of(integer(1, 8), 3.0), Value(3));
  const Distribution kinds = choices({"a", Value(), true, 3});
  for (std::int64_t i = 0; i < 4; ++i)
    EXPECT_EQ(number_of(kinds, value_of(kinds, number_at(kinds, i))), static_cast<double>(i));
  EXPECT_EQ(number_of(kinds, 4), std::nullopt);
}

TEST(Distribution, DrawsEachPartOfARangeEquallyOften) {
  RandomStream random(1, 0);
  const Distribution log = real(1e-4, 1, true);
  int below = 0;
  std::vector<int> dice(6);
  for (int i = 0; i < 6000; ++i) {
    const double number = uniform_number(log, random);
    ASSERT_TRUE(1e-4 <= number && number <= 1);
    below += number < 1e-2 ? 1 : 0;
    ++dice[static_cast<std::size_t>(uniform_number(integer(1, 6), random)) - 1];
  }
  EXPECT_NEAR(below, 3000, 200) << "half of the decades";
  for (const int count : dice) EXPECT_NEAR(count, 1000, 150);
}

TEST(RandomStream, DependsOnSeedAndTrial) {
  EXPECT_EQ(RandomStream(7, 3).next(), RandomStream(7, 3).next());
  EXPECT_NE(RandomStream(7, 3).next(), RandomStream(7, 4).next());
  EXPECT_NE(RandomStream(7, 3).next(), RandomStream(8, 3).next());
  EXPECT_NE(RandomStream(7, 3).next(), RandomStream(3, 7).next());
}

}  // namespace
}  // namespace trainyard::search
