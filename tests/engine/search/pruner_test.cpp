// SPDX-License-Identifier: GPL-3.0-or-later
// The decisions themselves are compared with Optuna's (search_parity.py).
#include "engine/search/pruner.h"

#include <cmath>
#include <gtest/gtest.h>

namespace trainyard::search {
namespace {

Study study_of(std::vector<std::vector<double>> curves) {
  Study study{.name = "s"};
  for (const auto& curve : curves) {
    Trial& trial = study.trials.emplace_back();
    trial.number = std::ssize(study.trials) - 1;
    trial.state = TrialState::complete;
    for (std::size_t step = 0; step < curve.size(); ++step)
      trial.reports.emplace(static_cast<std::int64_t>(step) + 1, curve[step]);
    trial.value = curve.back();
  }
  return study;
}

Trial& running(Study& study, std::map<std::int64_t, double> reports) {
  Trial& trial = study.trials.emplace_back();
  trial.number = std::ssize(study.trials) - 1;
  trial.reports = std::move(reports);
  return trial;
}

TEST(Pruners, NoneEndsNothing) {
  Study study = study_of({{0}, {0}, {0}, {0}, {0}, {0}});
  EXPECT_FALSE(NoPruner().decide(study, running(study, {{1, 9}})).is_pruned);
}

TEST(Median, ComparesTheBestSoFarAtTheSameStep) {
  Study study = study_of({{1, 1}, {2, 2}, {3, 3}});
  const PercentilePruner pruner({.startup_trials = 3});
  EXPECT_FALSE(pruner.decide(study, running(study, {{1, 2}})).is_pruned) << "the median itself";
  EXPECT_TRUE(pruner.decide(study, running(study, {{1, 2.5}})).is_pruned);
  EXPECT_FALSE(pruner.decide(study, running(study, {{1, 1}, {2, 9}})).is_pruned);
  EXPECT_TRUE(pruner.decide(study, running(study, {{2, std::nan("")}})).is_pruned);
  EXPECT_FALSE(
      PercentilePruner({.startup_trials = 4}).decide(study, running(study, {{1, 9}})).is_pruned);
  study.direction = SearchDirection::maximize;
  EXPECT_TRUE(pruner.decide(study, running(study, {{1, 1.5}})).is_pruned);
}

TEST(Halving, DerivesItsFirstRungOnceAndRemembersIt) {
  Study study = study_of({std::vector<double>(400, 1.0)});
  const HalvingPruner pruner;
  const PruneDecision decision = pruner.decide(study, running(study, {{4, 0.5}}));
  EXPECT_EQ(decision.resource, 4);
  EXPECT_EQ(decision.rungs, std::vector<double>{0.5});
  EXPECT_FALSE(decision.is_pruned) << "the best so far";
  study.resource = 2;
  EXPECT_EQ(pruner.decide(study, running(study, {{4, 0.5}})).resource, std::nullopt);
}

TEST(Hyperband, SpreadsTrialsOverItsHalvings) {
  const HyperbandPruner pruner({.largest_resource = 27});
  Study study = study_of({});
  std::vector<int> counts(4);
  for (std::int64_t i = 0; i < 200; ++i) {
    running(study, {});
    ++counts[static_cast<std::size_t>(*pruner.bracket_of(study, i))];
  }
  EXPECT_GT(counts[0], counts[3]) << "the first one has the most trials";
  for (const int count : counts) EXPECT_GT(count, 5);
  const Study own = pruner.competitors(study, 0);
  EXPECT_EQ(own.trials.size(), static_cast<std::size_t>(
                                   counts[static_cast<std::size_t>(*pruner.bracket_of(study, 0))]));
  EXPECT_EQ(crc32("123456789"), 0xcbf43926u);
}

TEST(Patience, WaitsForReportsWithoutImprovement) {
  Study study;
  const PatientPruner pruner(nullptr, 1);
  EXPECT_FALSE(pruner.decide(study, running(study, {{1, 1}, {2, 2}})).is_pruned) << "too few";
  EXPECT_TRUE(pruner.decide(study, running(study, {{1, 1}, {2, 2}, {3, 3}})).is_pruned);
  EXPECT_FALSE(pruner.decide(study, running(study, {{1, 1}, {2, 2}, {3, 1}})).is_pruned);
}

TEST(Pruners, AreMadeAsTheDocumentSays) {
  SearchSection section;
  section.pruner = SearchPruner::median;
  section.prune_after_steps = 5;
  section.prune_patience = 0;
  Study study = study_of({{1, 1, 1, 1, 1, 1},
                          {1, 1, 1, 1, 1, 1},
                          {1, 1, 1, 1, 1, 1},
                          {1, 1, 1, 1, 1, 1},
                          {1, 1, 1, 1, 1, 1}});
  const auto pruner = make_pruner(section);
  EXPECT_FALSE(pruner->decide(study, running(study, {{3, 2}, {4, 3}})).is_pruned);
  EXPECT_TRUE(pruner->decide(study, running(study, {{4, 2}, {5, 3}})).is_pruned);
  EXPECT_FALSE(pruner->decide(study, running(study, {{4, 2}, {5, 1.5}})).is_pruned) << "better";
}

}  // namespace
}  // namespace trainyard::search
