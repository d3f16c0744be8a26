// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/task/metrics/label_counts.h"

#include <limits>

#include <gtest/gtest.h>

namespace trainyard {
namespace {

void expect_scores(const std::optional<PrecisionRecallF1>& scores, double precision, double recall,
                   double f1) {
  ASSERT_TRUE(scores);
  EXPECT_DOUBLE_EQ(scores->precision, precision);
  EXPECT_DOUBLE_EQ(scores->recall, recall);
  EXPECT_DOUBLE_EQ(scores->f1, f1);
}

LabelCounts counted(std::int64_t num_labels,
                    const std::vector<std::pair<std::int64_t, std::int64_t>>& examples) {
  LabelCounts counts(num_labels);
  for (const auto& [target, prediction] : examples) counts.add(target, prediction);
  return counts;
}

// Label 0: 2 targets, 1 predicted, 1 correct. Label 1: 1, 2, 1. Label 2: 1, 1, 0. Label 3: none.
LabelCounts four_examples() { return counted(4, {{0, 0}, {0, 1}, {1, 1}, {2, 2}}); }

TEST(LabelCounts, OfTwoLabelsAreThoseOfTheSecond) {
  // 3 predicted, 2 of them right, of 4 that there are.
  const auto counts = counted(2, {{1, 1}, {1, 1}, {1, 0}, {1, 0}, {0, 1}, {0, 0}});
  expect_scores(counts.scores(Average::binary), 2.0 / 3, 0.5, 4.0 / 7);
  EXPECT_DOUBLE_EQ(counts.accuracy().value(), 0.5);
}

TEST(LabelCounts, AreAveragedOverLabelsThatAppear) {
  const auto counts = four_examples();
  EXPECT_DOUBLE_EQ(counts.accuracy().value(), 0.75);
  expect_scores(counts.scores(Average::macro), (1 + 0.5 + 1) / 3, (0.5 + 1 + 1) / 3,
                (2.0 / 3 + 2.0 / 3 + 1) / 3);
  expect_scores(counts.scores(Average::micro), 0.75, 0.75, 0.75);
  expect_scores(counts.scores(Average::weighted), (2 * 1 + 0.5 + 1) / 4, (2 * 0.5 + 1 + 1) / 4,
                (2 * 2.0 / 3 + 2.0 / 3 + 1) / 4);
}

TEST(LabelCounts, HaveZerosWhereNothingIsDivided) {
  expect_scores(counted(2, {{0, 0}}).scores(Average::binary), 0, 0, 0);
  // Label 1 is a target and never predicted, label 2 the other way round.
  expect_scores(counted(3, {{1, 2}}).scores(Average::macro), 0, 0, 0);
  expect_scores(counted(3, {{1, 2}}).scores(Average::weighted), 0, 0, 0);
}

TEST(LabelCounts, OfNoExamplesAreNoValues) {
  EXPECT_FALSE(LabelCounts(2).accuracy());
  for (const auto average : {Average::binary, Average::macro, Average::micro, Average::weighted})
    EXPECT_FALSE(LabelCounts(2).scores(average));
}

TEST(MultiLabelCounts, DecideEachLabelByItself) {
  MultiLabelCounts counts(3);
  counts.add({{2.0, -1.0, -0.5}}, {{1, 0, 0}});  // all right
  counts.add({{1.0, 0.5, -3.0}}, {{1, 0, 0}});   // label 1 too many
  counts.add({{-1.0, 4.0, -3.0}}, {{1, 1, 0}});  // label 0 missing
  EXPECT_DOUBLE_EQ(counts.subset_accuracy().value(), 1.0 / 3);
  expect_scores(counts.scores(Average::micro), 0.75, 0.75, 0.75);
  // Label 2, which does not appear, counts as 0.
  expect_scores(counts.scores(Average::macro), (1 + 0.5 + 0) / 3, (2.0 / 3 + 1 + 0) / 3,
                (0.8 + 2.0 / 3 + 0) / 3);
  expect_scores(counts.scores(Average::weighted), (3 * 1 + 0.5) / 4, (3 * 2.0 / 3 + 1) / 4,
                (3 * 0.8 + 2.0 / 3) / 4);
}

TEST(MultiLabelCounts, TakeNeitherOneHalfNorNaNForALabel) {
  MultiLabelCounts counts(2);
  counts.add({{0.0, std::numeric_limits<double>::quiet_NaN()}}, {{0, 0}});
  EXPECT_EQ(counts.subset_accuracy(), 1.0);
  expect_scores(counts.scores(Average::weighted), 0, 0, 0);
}

TEST(MultiLabelCounts, OfNoExamplesAreNoValues) {
  EXPECT_FALSE(MultiLabelCounts(2).subset_accuracy());
  EXPECT_FALSE(MultiLabelCounts(2).scores(Average::macro));
}

}  // namespace
}  // namespace trainyard
