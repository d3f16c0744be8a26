// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/random/numpy_generator.h"

#include <gtest/gtest.h>

namespace trainyard {
namespace {

// What numpy 2.4.6 gives; tests/engine/data/timelines/timelines_parity.py compares many more.
TEST(NumpyGenerator, GivesTheNumbersOfDefaultRng) {
  EXPECT_EQ(seed_sequence(42),
            (std::array<std::uint32_t, 8>{3444837047u, 2669555309u, 2046530742u, 3581440988u,
                                          1691623607u, 2099784219u, 1184028159u, 862288241u}));
  NumpyGenerator generator(42);
  EXPECT_EQ(generator.next64(), 14276969152011380360ull);
  EXPECT_EQ(NumpyGenerator(42).permutation(10),
            (std::vector<std::int64_t>{5, 6, 0, 7, 3, 2, 4, 9, 1, 8}));
}

TEST(NumpyGenerator, KeepsTheOtherHalfOfANumber) {
  NumpyGenerator halves(7), whole(7);
  const std::uint64_t number = whole.next64();
  EXPECT_EQ(halves.next32(), static_cast<std::uint32_t>(number));
  const std::uint64_t next = whole.next64();
  EXPECT_EQ(halves.next64(), next);  // does not use the half
  EXPECT_EQ(halves.next32(), number >> 32);
}

// The sum of all that choice(count, size, replace=False) draws, each times its place from 1 on.
std::int64_t weighted_choice(std::uint64_t seed, std::int64_t count, std::int64_t size) {
  const auto drawn = NumpyGenerator(seed).choice(count, size);
  EXPECT_EQ(std::ssize(drawn), size);
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < drawn.size(); ++i) sum += drawn[i] * static_cast<std::int64_t>(i + 1);
  return sum;
}

// Few of few, a small share of many, and a large one, which numpy draws in another way.
TEST(NumpyGenerator, ChoosesAsNumpyDoes) {
  EXPECT_EQ(NumpyGenerator(0).choice(10, 3), (std::vector<std::int64_t>{5, 9, 6}));
  EXPECT_EQ(NumpyGenerator(42).choice(1, 1), std::vector<std::int64_t>{0});
  EXPECT_TRUE(NumpyGenerator(7).choice(5, 0).empty());
  EXPECT_EQ(weighted_choice(13, 10, 10), 248);
  EXPECT_EQ(weighted_choice(36, 10000, 500), 588842939);
  EXPECT_EQ(weighted_choice(24, 10001, 200), 102388118);
  EXPECT_EQ(weighted_choice(24, 10001, 201), 103662869);
  EXPECT_EQ(weighted_choice(42, 362259, 1000), 91786211340);
  EXPECT_EQ(weighted_choice(42, 362259, 100000), 904765108691755);
  EXPECT_EQ(weighted_choice(3, 20000, 20000), 2000365310601);
}

TEST(NumpyGenerator, DrawsNothingWhereThereIsNoChoice) {
  NumpyGenerator one(3), other(3);
  EXPECT_EQ(one.at_most(0), 0u);
  EXPECT_EQ(one.permutation(1), std::vector<std::int64_t>{0});
  EXPECT_TRUE(one.permutation(0).empty());
  EXPECT_EQ(one.next64(), other.next64());
}

}  // namespace
}  // namespace trainyard
