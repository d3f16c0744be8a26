// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/task/metrics/roc_auc.h"

#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace trainyard {
namespace {

using Scores = std::vector<double>;
using Targets = std::vector<std::int64_t>;

constexpr RocComparison kComparisons[] = {RocComparison::one_vs_rest, RocComparison::one_vs_one};
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::optional<double> auc(const Scores& scores, const Targets& targets) {
  return roc_auc(scores, targets);
}

TEST(RocAuc, CountsPairsInTheRightOrder) {
  // Of the pairs (0.35, 0.8) above (0.1, 0.4), three are in order.
  EXPECT_DOUBLE_EQ(auc({0.1, 0.4, 0.35, 0.8}, {0, 0, 1, 1}).value(), 0.75);
  EXPECT_DOUBLE_EQ(auc({-3, 5, 7}, {0, 1, 1}).value(), 1.0);
  EXPECT_DOUBLE_EQ(auc({3, 2, 1}, {0, 1, 1}).value(), 0.0);
}

TEST(RocAuc, CountsATieAsOneHalf) {
  EXPECT_DOUBLE_EQ(auc({0.5, 0.5, 0.5}, {0, 1, 0}).value(), 0.5);
  // (2 over 1), (2 over 2): 1.5 of 2.
  EXPECT_DOUBLE_EQ(auc({1, 2, 2}, {0, 0, 1}).value(), 0.75);
  EXPECT_DOUBLE_EQ(auc({-kInfinity, kInfinity, kInfinity}, {0, 0, 1}).value(), 0.75);
}

TEST(RocAuc, IsNoValueWhereItIsNotDefined) {
  EXPECT_FALSE(auc({}, {}));
  EXPECT_FALSE(auc({0.1, 0.2}, {1, 1}));
  EXPECT_FALSE(auc({0.1, 0.2}, {0, 0}));
  EXPECT_FALSE(auc({0.1, kNan}, {0, 1}));
}

// Scores of labels 0, 1, 2 and the label that each example has.
const Scores kScoresOfThree = {0.6, 0.3, 0.1,   //
                               0.2, 0.5, 0.3,   //
                               0.5, 0.4, 0.1,   //
                               0.1, 0.2, 0.7};  //
const Targets kTargetsOfThree = {0, 0, 1, 2};

TEST(RocAuc, ComparesEachLabelWithTheRest) {
  // Label 0: (0.6, 0.2) above (0.5, 0.1): 3 of 4. Label 1: 0.4 above (0.3, 0.5, 0.2): 2 of 3.
  // Label 2: 0.7 above all: 1.
  const auto of = [&](Average average) {
    return roc_auc(kScoresOfThree, kTargetsOfThree, 3, RocComparison::one_vs_rest, average).value();
  };
  EXPECT_DOUBLE_EQ(of(Average::macro), (0.75 + 2.0 / 3 + 1) / 3);
  EXPECT_DOUBLE_EQ(of(Average::weighted), (2 * 0.75 + 2.0 / 3 + 1) / 4);
}

TEST(RocAuc, ComparesEachPairOfLabels) {
  // 0 and 1: (0.6, 0.2) above 0.5 by 0's scores, 0.4 above (0.3, 0.5) by 1's: 0.5 both.
  // 0 and 2: (0.6, 0.2) above 0.1, 0.7 above (0.1, 0.3): 1 both.
  // 1 and 2: 0.4 above 0.2, 0.7 above 0.1: 1 both.
  const auto of = [&](Average average) {
    return roc_auc(kScoresOfThree, kTargetsOfThree, 3, RocComparison::one_vs_one, average).value();
  };
  EXPECT_DOUBLE_EQ(of(Average::macro), 2.5 / 3);
  EXPECT_DOUBLE_EQ(of(Average::weighted), (3 * 0.5 + 3 * 1 + 2 * 1) / 8);
}

TEST(RocAuc, LeavesOutALabelWithoutTargets) {
  const Scores scores = {0.6, 0.3, 0.1,   //
                         0.2, 0.5, 0.3,   //
                         0.5, 0.4, 0.1};  //
  const Targets targets = {0, 0, 1};
  const auto of = [&](RocComparison comparison, Average average) {
    return roc_auc(scores, targets, 3, comparison, average);
  };
  EXPECT_FALSE(of(RocComparison::one_vs_rest, Average::macro));
  EXPECT_DOUBLE_EQ(of(RocComparison::one_vs_rest, Average::weighted).value(), 0.5);
  EXPECT_DOUBLE_EQ(of(RocComparison::one_vs_one, Average::macro).value(), 0.5);
  EXPECT_DOUBLE_EQ(of(RocComparison::one_vs_one, Average::weighted).value(), 0.5);
}

TEST(RocAuc, OfLabelsIsNoValueWhereItIsNotDefined) {
  for (const auto comparison : kComparisons)
    for (const auto average : {Average::macro, Average::weighted}) {
      EXPECT_FALSE(roc_auc({}, {}, 3, comparison, average));
      EXPECT_FALSE(roc_auc(Scores{0.1, 0.2, 0.7}, Targets{1}, 3, comparison, average));
      Scores with_nan = kScoresOfThree;
      with_nan[0] = kNan;
      EXPECT_FALSE(roc_auc(with_nan, kTargetsOfThree, 3, comparison, average));
      EXPECT_DOUBLE_EQ(roc_auc(Scores(12, 0.25), kTargetsOfThree, 3, comparison, average).value(),
                       0.5);
    }
}

}  // namespace
}  // namespace trainyard
