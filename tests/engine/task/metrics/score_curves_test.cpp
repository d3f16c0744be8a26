// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/task/metrics/score_curves.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

// Against scikit-learn: tests/parity/metrics_test.py.
namespace trainyard {
namespace {

constexpr double kUndefinedRate = std::numeric_limits<double>::quiet_NaN();

TEST(ScoreCurves, NothingWithoutRowsOrWithScoresThatAreNoNumbers) {
  EXPECT_FALSE(RankedScores::of({}, {}));
  EXPECT_FALSE(RankedScores::of(std::vector{0.5, kUndefinedRate}, std::vector<std::int64_t>{0, 1}));
  EXPECT_FALSE(calibration({}, {}));
  EXPECT_FALSE(scaled_calibration({}, {}));
  EXPECT_FALSE(calibration(std::vector{1.5}, std::vector<std::int64_t>{1}));
  EXPECT_FALSE(calibration(std::vector{kUndefinedRate}, std::vector<std::int64_t>{1}));
}

TEST(ScoreCurves, OneRowIsACurve) {
  const auto ranked = RankedScores::of(std::vector{0.3}, std::vector<std::int64_t>{1});
  ASSERT_TRUE(ranked);
  const RocCurve roc = ranked->roc();
  ASSERT_EQ(roc.thresholds.size(), 2u);
  EXPECT_TRUE(std::isinf(roc.thresholds[0]));
  EXPECT_TRUE(std::isnan(roc.false_positive_rates[1]));
  EXPECT_EQ(roc.true_positive_rates, (std::vector{0.0, 1.0}));
  EXPECT_EQ(ranked->average_precision(), 1.0);
  EXPECT_EQ(ranked->at_thresholds()[28].recall, 1.0);
  EXPECT_EQ(ranked->at_thresholds()[30].recall, 0.0);
}

TEST(ScoreCurves, ThinningKeepsCornersAndLeavesShortLinesAlone) {
  std::vector<PlanePoint> stairs{{0, 0}};
  for (int i = 0; i < 5000; ++i) stairs.push_back({0, 0.8 * i / 5000});
  for (int i = 0; i <= 5000; ++i) stairs.push_back({1.0 * i / 5000, 0.8 + 0.2 * i / 5000});
  const auto kept = thinned(stairs, 1000);
  ASSERT_LE(kept.size(), 10u);
  bool has_corner = false;
  for (const PlanePoint point : kept)
    has_corner = has_corner || (point.x < 1e-3 && std::abs(point.y - 0.8) < 1e-3);
  EXPECT_TRUE(has_corner);
  EXPECT_EQ(kept.front().y, 0);
  EXPECT_EQ(kept.back().x, 1);
  EXPECT_EQ(thinned({}, 1000).size(), 0u);
  EXPECT_EQ(thinned(std::vector<PlanePoint>(1000), 1000).size(), 1000u);
  EXPECT_EQ(thinned(std::vector<PlanePoint>(1001), 1000).size(), 2u);
  EXPECT_EQ(thinned(stairs, 2).size(), 2u);
}

}  // namespace
}  // namespace trainyard
