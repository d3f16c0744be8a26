// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/output/line_budget.h"

#include <gtest/gtest.h>

using trainyard::agent::LineBudget;

namespace {

int admitted(LineBudget& budget, double from, double to, double lines_per_second) {
  int count = 0;
  const int lines = static_cast<int>((to - from) * lines_per_second);
  for (int i = 0; i < lines; ++i) count += budget.admit(from + i / lines_per_second);
  return count;
}

}  // namespace

TEST(LineBudget, AdmitsAllOfAProgramThatPausesBetweenSteps) {
  LineBudget budget;
  EXPECT_EQ(admitted(budget, 1e9, 1e9 + 3600, 99), 3600 * 99);
  EXPECT_EQ(admitted(budget, 1e9 + 3600, 1e9 + 3601, 40'000), 40'000);
  EXPECT_FALSE(budget.has_skipped());
}

TEST(LineBudget, AdmitsSomeOfAProgramThatDoesNot) {
  LineBudget budget;
  EXPECT_EQ(admitted(budget, 1e9, 1e9 + 1, 50'000), 50'000);
  const int later = admitted(budget, 1e9 + 1, 1e9 + 101, 20'000);
  EXPECT_TRUE(budget.has_skipped());
  EXPECT_GT(later, 95 * LineBudget::per_second);
  EXPECT_LT(later, 105 * LineBudget::per_second);
}

TEST(LineBudget, AdmitsLinesThatFollowEachOtherTogether) {
  LineBudget budget;
  admitted(budget, 0, 10, 50'000);
  // After the last one that was left out, at least a second's worth in a row.
  double time = 10;
  while (!budget.admit(time)) time += 1e-4;
  for (int i = 1; i < LineBudget::per_second; ++i) EXPECT_TRUE(budget.admit(time));
}

TEST(LineBudget, IsNotConfusedByAClockThatGoesBack) {
  LineBudget budget;
  EXPECT_EQ(admitted(budget, 1e9, 1e9 + 1, 60'000) > 50'000, true);
  EXPECT_FALSE(budget.admit(5));
  EXPECT_TRUE(budget.admit(6.5));
}
