// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/order.h"

#include "engine/system/splitmix64.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "engine/system/splitmix64.h"

namespace trainyard {
namespace {

std::vector<std::uint64_t> all(std::uint64_t seed, std::uint64_t epoch, std::uint64_t count) {
  const EpochOrder order(seed, epoch, count);
  std::vector<std::uint64_t> indices;
  for (std::uint64_t i = 0; i < count; ++i) indices.push_back(order[i]);
  return indices;
}

TEST(EpochOrder, IsAPermutationForEverySize) {
  for (const std::uint64_t count : {1, 2, 3, 4, 5, 16, 17, 100, 1000, 4097}) {
    const auto indices = all(42, 0, count);
    EXPECT_EQ(std::set<std::uint64_t>(indices.begin(), indices.end()).size(), count);
    for (const std::uint64_t index : indices) EXPECT_LT(index, count);
  }
}

TEST(EpochOrder, DependsOnSeedAndEpoch) {
  EXPECT_EQ(all(1, 2, 500), all(1, 2, 500));
  EXPECT_NE(all(1, 2, 500), all(1, 3, 500));
  EXPECT_NE(all(1, 2, 500), all(2, 2, 500));
}

TEST(EpochOrder, SpreadsExamples) {
  const auto indices = all(7, 0, 10000);
  double mean_of_first = 0;
  std::int64_t fixed = 0;
  for (std::uint64_t i = 0; i < 1000; ++i) mean_of_first += static_cast<double>(indices[i]) / 1000;
  for (std::uint64_t i = 0; i < indices.size(); ++i) fixed += indices[i] == i;
  EXPECT_NEAR(mean_of_first, 5000, 300);  // three standard deviations
  EXPECT_LT(fixed, 10);
}

// Other programs compute the order from its description.
TEST(EpochOrder, KeepsItsNumbers) {
  EXPECT_EQ(splitmix64(0), 0xE220A8397B1DCDAFull);
  EXPECT_EQ(splitmix64(0x9E3779B97F4A7C15ull), 0x6E789E6AA1B965F4ull);
}

}  // namespace
}  // namespace trainyard
