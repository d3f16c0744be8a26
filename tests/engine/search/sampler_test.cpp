// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/search/sampler.h"

#include <cmath>
#include <gtest/gtest.h>
#include <set>

#include "engine/contract/json.h"
#include "engine/search/tpe_sampler.h"

namespace trainyard::search {
namespace {

Space space_of(const Map& entries) {
  SearchSection section;
  section.space = entries;
  return *Space::create(search_parameters(section));
}

Space mixed_space() {
  return space_of(
      {{"rate", Map{{"low", 1e-5}, {"high", 1e-1}, {"log", true}}},
       {"layers", Map{{"low", 1}, {"high", 4}}},
       {"kind", List{"sgd", "adamw"}},
       {"momentum",
        Map{{"low", 0.0}, {"high", 0.9}, {"step", 0.1}, {"when", Map{{"kind", "sgd"}}}}}});
}

double loss(const Map& values) {
  const double rate = std::log10(get<double>(values, "rate")) + 3;
  const double momentum = get<double>(values, "momentum", 0.5) - 0.5;
  return rate * rate + static_cast<double>(get<std::int64_t>(values, "layers")) * 0.1 +
         momentum * momentum;
}

// Proposes and starts a trial.
Trial& start(Study& study, const Sampler& sampler, const Space& space, std::uint64_t seed) {
  RandomStream random(seed, study.trials.size());
  Map values = *sampler.propose(study, space, random);
  study.trials.push_back({.number = std::ssize(study.trials), .values = std::move(values)});
  return study.trials.back();
}

void complete(Trial& trial, double value) {
  trial.state = TrialState::complete;
  trial.value = value;
}

Study finished_study(const Sampler& sampler, const Space& space, std::uint64_t seed, int trials) {
  Study study;
  for (int i = 0; i < trials; ++i) {
    Trial& trial = start(study, sampler, space, seed);
    complete(trial, loss(trial.values));
  }
  return study;
}

std::vector<Map> values_of(const Study& study) {
  std::vector<Map> values;
  for (const Trial& trial : study.trials) values.push_back(trial.values);
  return values;
}

TEST(Samplers, ProposeTheSameWithTheSameSeed) {
  const Space space = mixed_space();
  for (const bool is_multivariate : {true, false}) {
    const TpeSampler sampler({.is_multivariate = is_multivariate});
    const Study study = finished_study(sampler, space, 5, 30);
    EXPECT_EQ(values_of(study), values_of(finished_study(sampler, space, 5, 30)));
    EXPECT_NE(values_of(study), values_of(finished_study(sampler, space, 6, 30)));
    // A controller that was killed after any trial goes on in the same way.
    Study half = study;
    half.trials.resize(17);
    RandomStream random(5, 17);
    EXPECT_EQ(*sampler.propose(half, space, random), study.trials[17].values);
  }
}

TEST(Samplers, ProposeValuesOfTheSpace) {
  const Space space = mixed_space();
  for (const SearchSampler kind :
       {SearchSampler::tpe, SearchSampler::tpe_independent, SearchSampler::random}) {
    SearchSection section;
    section.sampler = kind;
    for (const Map& values : values_of(finished_study(*make_sampler(section), space, 1, 40)))
      EXPECT_TRUE(space.contains(values)) << to_json(Value(values));
  }
}

TEST(Tpe, FindsBetterValuesThanChance) {
  const Space space = mixed_space();
  double of_tpe = 0, of_chance = 0;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    of_tpe += *best_trial(finished_study(TpeSampler(), space, seed, 50))->value;
    of_chance += *best_trial(finished_study(RandomSampler(), space, seed, 50))->value;
  }
  EXPECT_LT(of_tpe, of_chance);
}

TEST(Tpe, EightAtOnceNeverProposeTheSameTwice) {
  const Space small = space_of({{"a", List{1, 2, 3, 4, 5, 6}},
                                {"b", Map{{"low", 1}, {"high", 8}}},
                                {"c", List{true, false}}});
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    Study study;
    std::set<std::string> seen;
    for (int i = 0; i < 96; ++i) {
      const Trial& trial = start(study, TpeSampler(), small, seed);
      EXPECT_TRUE(seen.insert(to_json(Value(trial.values))).second) << i;
      if (i >= 7) complete(study.trials[static_cast<std::size_t>(i) - 7], i % 5);
    }
  }
  // There are no others left.
  Study study =
      finished_study(GridSampler(), space_of({{"layers", List{1, 2}}, {"rate", List{0.1}}}), 0, 2);
  RandomStream random(0, 2);
  EXPECT_TRUE(TpeSampler({.startup_trials = 0})
                  .propose(study, space_of({{"layers", List{1, 2}}, {"rate", List{0.1}}}), random));
}

TEST(Tpe, NothingThatFailedOrHasNoNumberIsGood) {
  Study study;
  const double nan = std::nan("");
  for (std::int64_t i = 0; i < 20; ++i) {
    Trial& trial = study.trials.emplace_back(Trial{.number = i, .values = {{"x", 0.5}}});
    complete(trial, i % 2 == 0 ? nan : static_cast<double>(i));
  }
  study.trials[3].state = TrialState::failed;
  study.trials[5].state = TrialState::running;
  const TrialSplit split = split_trials(study, 2, true);
  ASSERT_EQ(split.below.size(), 2u);
  EXPECT_EQ(split.below[0]->number, 1);
  EXPECT_EQ(split.below[1]->number, 7);
  EXPECT_EQ(best_trial(study)->number, 1);
  for (const Trial* trial : split.above) EXPECT_TRUE(trial->number % 2 == 1 && trial->number != 3);
}

TEST(Tpe, PrunedTrialsFollowTheCompleteOnesByTheirSteps) {
  Study study;
  study.direction = SearchDirection::maximize;
  for (std::int64_t i = 0; i < 5; ++i)
    study.trials.push_back({.number = i, .state = TrialState::pruned});
  complete(study.trials[0], 0.1);
  study.trials[1].reports = {{5, 0.9}};
  study.trials[2].reports = {{9, 0.2}};
  study.trials[3].reports = {{9, std::nan("")}};
  const auto numbers = [&](std::size_t below) {
    std::vector<std::int64_t> out;
    for (const Trial* trial : split_trials(study, below, true).below) out.push_back(trial->number);
    return out;
  };
  EXPECT_EQ(numbers(1), (std::vector<std::int64_t>{0}));
  EXPECT_EQ(numbers(2), (std::vector<std::int64_t>{0, 2}));
  EXPECT_EQ(numbers(3), (std::vector<std::int64_t>{0, 2, 3}));
  EXPECT_EQ(numbers(4), (std::vector<std::int64_t>{0, 1, 2, 3}));
}

TEST(Samplers, BeginWithTheFirstValues) {
  const Space space = mixed_space();
  SearchSection search;
  search.first = {{"rate", List{1e-3, Value(), 1e-2}}, {"kind", List{"sgd", "sgd"}}};
  Study study;
  for (int i = 0; i < 4; ++i) {
    RandomStream random(0, static_cast<std::uint64_t>(i));
    const auto values = propose_next(RandomSampler(), study, space, search, random);
    ASSERT_TRUE(values && space.contains(*values)) << i;
    study.trials.push_back({.number = i, .values = *values});
  }
  const auto values = values_of(study);
  EXPECT_EQ(get<double>(values[0], "rate"), 1e-3);
  EXPECT_EQ(get<std::string>(values[0], "kind"), "sgd");
  EXPECT_NE(get<double>(values[1], "rate"), 1e-3) << "null is proposed";
  EXPECT_EQ(get<std::string>(values[1], "kind"), "sgd");
  EXPECT_EQ(get<double>(values[2], "rate"), 1e-2);
}

TEST(Grid, TriesEachCombinationOnce) {
  const Space space =
      space_of({{"kind", List{"sgd", "adamw"}},
                {"momentum", Map{{"choices", List{0, 1}}, {"when", Map{{"kind", "sgd"}}}}},
                {"rate", Map{{"low", 0.1}, {"high", 0.3}, {"step", 0.1}}}});
  Study study = finished_study(GridSampler(), space, 0, 0);
  std::vector<std::string> seen;
  for (;;) {
    RandomStream random(0, 0);
    auto values = GridSampler().propose(study, space, random);
    if (!values) break;
    EXPECT_TRUE(space.contains(*values));
    seen.push_back(to_json(Value(*values)));
    study.trials.push_back({.number = std::ssize(study.trials), .values = *std::move(values)});
  }
  EXPECT_EQ(seen.size(), 9u) << "two momenta and three rates, and three rates without";
  EXPECT_EQ(std::set<std::string>(seen.begin(), seen.end()).size(), 9u);
  EXPECT_EQ(seen[1], R"({"kind":"sgd","momentum":0,"rate":0.2})");
}

}  // namespace
}  // namespace trainyard::search
