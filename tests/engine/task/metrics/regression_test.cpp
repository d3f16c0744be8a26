// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/task/metrics/regression.h"

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace trainyard {
namespace {

using Numbers = std::vector<double>;

constexpr auto kNotANumber = std::numeric_limits<double>::quiet_NaN();

TEST(Regression, HasTheMeanOfSquares) {
  EXPECT_DOUBLE_EQ(mean_squared_error(Numbers{1, 2, 5}, Numbers{1, 4, 4}).value(), 5.0 / 3);
  EXPECT_FALSE(mean_squared_error({}, {}));
  EXPECT_FALSE(mean_squared_error(Numbers{kNotANumber}, Numbers{1}));
  EXPECT_FALSE(mean_squared_error(Numbers{1e200}, Numbers{-1e200}));
}

TEST(Regression, HasCorrelations) {
  // Deviations (-1, 0, 1) and (-2, 1, 1): 3 / sqrt(2 * 6).
  EXPECT_DOUBLE_EQ(pearson_correlation(Numbers{1, 2, 3}, Numbers{1, 4, 4}).value(),
                   3 / std::sqrt(12.0));
  // Ranks (1, 2, 3) and (1, 2.5, 2.5): 1.5 / sqrt(2 * 1.5).
  EXPECT_DOUBLE_EQ(spearman_correlation(Numbers{1, 2, 3}, Numbers{1, 4, 4}).value(),
                   1.5 / std::sqrt(3.0));
  EXPECT_DOUBLE_EQ(spearman_correlation(Numbers{1, 10, 1000}, Numbers{7, 6, 5}).value(), -1);
  EXPECT_DOUBLE_EQ(pearson_correlation(Numbers{1e300, 2e300}, Numbers{1e-300, 2e-300}).value(), 1);
}

TEST(Regression, HasNoCorrelationOfConstants) {
  for (const auto correlation : {pearson_correlation, spearman_correlation}) {
    EXPECT_FALSE(correlation({}, {}));
    EXPECT_FALSE(correlation(Numbers{1}, Numbers{2}));
    EXPECT_FALSE(correlation(Numbers{0.1, 0.1, 0.1}, Numbers{1, 2, 3}));
    EXPECT_FALSE(correlation(Numbers{1, 2, 3}, Numbers{0.1, 0.1, 0.1}));
    EXPECT_FALSE(correlation(Numbers{1, kNotANumber, 3}, Numbers{1, 2, 3}));
  }
}

}  // namespace
}  // namespace trainyard
