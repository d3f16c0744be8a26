// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/search/truncated_normal.h"

#include <cmath>
#include <gtest/gtest.h>

namespace trainyard::search {
namespace {

TEST(TruncatedNormal, HasTheProbabilitiesOfTheTails) {
  EXPECT_NEAR(log_normal_cdf(0), std::log(0.5), 1e-15);
  EXPECT_NEAR(log_normal_cdf(-1.959963984540054), std::log(0.025), 1e-13);
  // From tables of the normal distribution's tail in logarithms.
  EXPECT_NEAR(log_normal_cdf(-20), -203.917155371097, 1e-9);
  EXPECT_NEAR(log_normal_cdf(-40), -804.608442013754, 1e-9);
  EXPECT_NEAR(log_normal_cdf(8), -6.220960574271785e-16, 1e-24);
}

TEST(TruncatedNormal, IsContinuousWhereTheFormulaChanges) {
  for (const double border : {-20.0, 0.0, 6.0}) {
    const double below = log_normal_cdf(std::nextafter(border, -100));
    const double above = log_normal_cdf(std::nextafter(border, 100));
    EXPECT_NEAR(below / above, 1, 1e-12) << border;
  }
}

TEST(TruncatedNormal, HasMassFarFromTheCenter) {
  EXPECT_NEAR(log_normal_mass(30, 31), log_normal_mass(-31, -30), 1e-12);
  EXPECT_NEAR(log_normal_mass(30, 31), log_normal_cdf(-30), 1e-9);
  EXPECT_NEAR(log_normal_mass(-1, 1), std::log(0.682689492137086), 1e-13);
  EXPECT_TRUE(std::isfinite(log_normal_mass(-1000, -999)));
}

TEST(TruncatedNormal, InvertsItsProbabilities) {
  for (double x = -60; x < 8; x += 0.37)
    EXPECT_NEAR(inverse_log_normal_cdf(log_normal_cdf(x)), x, 1e-7 * std::max(1.0, std::abs(x)));
}

TEST(TruncatedNormal, StaysBetweenItsBounds) {
  for (const auto& [a, b] : {std::pair(-1.0, 1.0), std::pair(25.0, 26.0), std::pair(-90.0, -80.0),
                             std::pair(0.0, 1e-6), std::pair(-1e-9, 40.0)}) {
    double last = a;
    for (const double quantile : {0.0, 1e-12, 0.1, 0.5, 0.9, 1 - 1e-12, 1.0}) {
      const double x = truncated_normal_quantile(quantile, a, b);
      EXPECT_LE(last, x) << a << " " << quantile;
      EXPECT_LE(x, b);
      last = x;
    }
  }
  EXPECT_NEAR(truncated_normal_quantile(0.5, -1, 1), 0, 1e-12);
}

}  // namespace
}  // namespace trainyard::search
