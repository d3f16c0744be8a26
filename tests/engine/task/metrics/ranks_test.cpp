// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/task/metrics/ranks.h"

#include <gtest/gtest.h>

namespace trainyard {
namespace {

TEST(Ranks, AreSharedByEqualValues) {
  EXPECT_EQ(average_ranks(std::vector<double>{3, 1, 3, 2, 3}),
            (std::vector<double>{4, 1, 4, 2, 4}));
  EXPECT_EQ(average_ranks(std::vector<double>{5, 5}), (std::vector<double>{1.5, 1.5}));
  EXPECT_TRUE(average_ranks({}).empty());
}

}  // namespace
}  // namespace trainyard
