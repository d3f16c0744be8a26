// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers themselves are compared with Optuna's (search_parity.py).
#include "engine/search/importance.h"

#include <gtest/gtest.h>

#include "engine/search/sampler.h"

namespace trainyard::search {
namespace {

Space three_parameters() {
  return *Space::create({{"decides", {.low = 0, .high = 1}, {}},
                         {"does not", {.low = 0, .high = 1}, {}},
                         {"single", {.low = 1, .high = 1}, {}}});
}

Study study_of(const Space& space, int trials) {
  Study study;
  for (int i = 0; i < trials; ++i) {
    RandomStream random(1, static_cast<std::uint64_t>(i));
    Trial& trial = study.trials.emplace_back();
    trial.number = i;
    trial.state = TrialState::complete;
    trial.values = random_values(space, random);
    trial.value = get<double>(trial.values, "decides");
  }
  return study;
}

TEST(Importance, FindsTheParameterThatDecides) {
  const Space space = three_parameters();
  const auto shares = importances(study_of(space, 100), space);
  ASSERT_EQ(shares.size(), 3u);
  EXPECT_EQ(shares[0].first, "decides");
  EXPECT_GT(shares[0].second, 0.7);
  EXPECT_EQ(shares[2].first, "single");
  EXPECT_EQ(shares[2].second, 0);
  EXPECT_NEAR(shares[0].second + shares[1].second, 1, 1e-12);
}

TEST(Importance, IsEqualWhereNothingCanBeCompared) {
  const Space space = three_parameters();
  EXPECT_TRUE(importances(study_of(space, 0), space).empty());
  for (const auto& [path, share] : importances(study_of(space, 1), space))
    EXPECT_DOUBLE_EQ(share, 1.0 / 3) << path;
}

}  // namespace
}  // namespace trainyard::search
