// SPDX-License-Identifier: GPL-3.0-or-later
// A study of jobs beside runs that a test ends as it likes.
#include "engine/search/job_study.h"

#include <map>
#include <set>

#include <gtest/gtest.h>

#include "engine/contract/experiment/experiment.h"
#include "engine/contract/messages.h"
#include "engine/search/trial_run.h"
#include "tests/engine/temporary_folder.h"

namespace trainyard::search {
namespace {

class FakeRuns final : public TrialRuns {
 public:
  struct Run {
    TrialRunState state;
    std::vector<ObjectivePoint> points;
    RunObjective objective;
  };
  using Key = std::pair<std::int64_t, std::int64_t>;
  static Key key(const TrialRunId& id) { return {id.trial, id.seed_index}; }

  Result<std::optional<TrialRunState>> state(const TrialRunId& id) override {
    if (is_silent) return make_error("store.unreadable", {{"path", "x"}, {"problem", "y"}});
    const auto found = runs.find(key(id));
    if (found == runs.end()) return std::optional<TrialRunState>();
    return std::optional(found->second.state);
  }
  Result<std::vector<ObjectivePoint>> new_points(const TrialRunId& id) override {
    return std::exchange(runs[key(id)].points, {});
  }
  Result<RunObjective> objective(const TrialRunId& id) override { return runs[key(id)].objective; }
  void cancel(const TrialRunId& id) override { cancelled.insert(key(id)); }
  void resume(const TrialRunId& id) override {
    ++resumed;
    runs[key(id)].state = {};
  }

  void complete(const TrialRunId& id, double value) {
    Run& run = runs[key(id)];
    run.state = {.is_open = false, .is_completed = true, .cause = {}, .steps = 4};
    run.objective = {value};
  }
  void die(const TrialRunId& id, bool may_pass) {
    runs[key(id)].state = {
        .is_open = false, .may_pass = may_pass, .cause = make_error("cancelled", {})};
  }

  std::map<Key, Run> runs;
  std::set<Key> cancelled;
  int resumed = 0;
  bool is_silent = false;
};

class JobStudyTest : public testing::Test {
 protected:
  JobStudy begin(SearchSection search) {
    search.space = {{"optimizer.learning_rate", Map{{"low", 0.001}, {"high", 1.0}}}};
    search.sampler = SearchSampler::random;
    StudyRecord record;
    record.name = "jobs";
    record.search = search;
    auto journal = StudyJournal::create(path_, record);
    auto study = JobStudy::create(*std::move(journal), runs_);
    return *std::move(study);
  }
  // As a service that was killed comes back.
  JobStudy again() {
    auto journal = StudyJournal::open(path_);
    auto study = JobStudy::create(*std::move(journal), runs_);
    return *std::move(study);
  }

  TemporaryFolder temporary_;
  std::filesystem::path path_ = temporary_.path() / "study.jsonl";
  FakeRuns runs_;
};

TEST_F(JobStudyTest, SubmitsAsManyAsRunAtOnce) {
  JobStudy study = begin({.trials = 3, .parallel = 2});
  ASSERT_TRUE(study.step(0).ok());
  EXPECT_EQ(study.study().trials.size(), 2u);
  const auto first = study.missing_run().value();
  ASSERT_TRUE(first);
  EXPECT_EQ(first->trial, 0);
  EXPECT_EQ(study.overrides(*first).size(), 1u);
  EXPECT_TRUE(study.overrides(*first)[0].starts_with("optimizer.learning_rate=0."));
  runs_.runs[{0, 0}];
  EXPECT_EQ(study.missing_run().value()->trial, 1);
  runs_.complete({0, 0}, 0.5);
  runs_.complete({1, 0}, 0.25);
  ASSERT_TRUE(study.step(0).ok());
  EXPECT_FALSE(study.is_over());
  runs_.complete({2, 0}, 0.75);
  ASSERT_TRUE(study.step(0).ok());
  EXPECT_TRUE(study.is_over());
  EXPECT_EQ(best_trial(study.study())->number, 1);
  EXPECT_EQ(best_trial(study.study())->steps, 4);
}

TEST_F(JobStudyTest, TheMeanOfSeedsCounts) {
  JobStudy study = begin({.trials = 1, .seeds = 2});
  ASSERT_TRUE(study.step(0).ok());
  EXPECT_EQ(study.overrides({0, 1}).back(), "seed=1");
  runs_.complete({0, 0}, 1);
  ASSERT_TRUE(study.step(0).ok());
  EXPECT_FALSE(study.is_over());
  EXPECT_EQ(study.missing_run().value()->seed_index, 1);
  runs_.complete({0, 1}, 3);
  ASSERT_TRUE(study.step(0).ok());
  EXPECT_EQ(best_trial(study.study())->value, 2);
}

TEST_F(JobStudyTest, WhatMayPassIsTriedAgain) {
  JobStudy study = begin({.trials = 1});
  ASSERT_TRUE(study.step(0).ok());
  for (int death = 0; death < 4; ++death) {
    runs_.die({0, 0}, true);
    ASSERT_TRUE(study.step(0).ok());
  }
  EXPECT_EQ(runs_.resumed, 3);
  EXPECT_EQ(study.study().trials[0].state, TrialState::failed);
  EXPECT_EQ(study.study().trials[0].retries, 3);
  EXPECT_TRUE(study.is_over());
}

TEST_F(JobStudyTest, FiveFailuresEndIt) {
  JobStudy study = begin({.trials = 20});
  for (std::int64_t trial = 0; trial < 5; ++trial) {
    ASSERT_TRUE(study.step(0).ok());
    runs_.die({trial, 0}, false);
  }
  ASSERT_TRUE(study.step(0).ok());
  EXPECT_TRUE(study.is_over());
  EXPECT_EQ(study.study().trials.size(), 5u);
}

TEST_F(JobStudyTest, ACompletedRunWithoutTheObjectiveHasFailed) {
  JobStudy study = begin({.trials = 2});
  ASSERT_TRUE(study.step(0).ok());
  runs_.complete({0, 0}, 0);
  runs_.runs[{0, 0}].objective = {std::nullopt,
                                  make_error("study.no_metrics", {{"objective", "eval/loss"}})};
  ASSERT_TRUE(study.step(0).ok());
  EXPECT_EQ(study.study().trials[0].cause, "study.no_metrics");
  runs_.complete({1, 0}, std::numeric_limits<double>::quiet_NaN());
  ASSERT_TRUE(study.step(0).ok());
  EXPECT_EQ(study.study().trials[1].cause, "study.not_finite");
}

TEST_F(JobStudyTest, APrunedTrialIsCancelled) {
  JobStudy study = begin({.pruner = SearchPruner::median, .prune_after_steps = 0, .trials = 12});
  for (std::int64_t trial = 0; trial < 11; ++trial) {
    ASSERT_TRUE(study.step(0).ok());
    runs_.runs[{trial, 0}].points = {{1, 1.0}, {2, 1.0}};
    runs_.complete({trial, 0}, 1.0);
  }
  ASSERT_TRUE(study.step(0).ok());
  runs_.runs[{11, 0}].points = {{1, 9.0}};
  ASSERT_TRUE(study.step(0).ok());
  EXPECT_EQ(study.study().trials[11].state, TrialState::pruned);
  EXPECT_TRUE(runs_.cancelled.contains({11, 0}));
}

// Killed after any record, it goes on with what the journal has.
TEST_F(JobStudyTest, GoesOnAfterADeath) {
  {
    JobStudy study = begin({.trials = 2, .parallel = 1});
    ASSERT_TRUE(study.step(0).ok());
    ASSERT_TRUE(study.fail(0, make_error("cancelled", {})).ok());
    runs_.runs[{0, 0}];  // its run was not cancelled yet
  }
  runs_.cancelled.clear();
  {
    JobStudy study = again();
    ASSERT_TRUE(study.cancel_left_runs().ok());
    EXPECT_TRUE(runs_.cancelled.contains({0, 0}));
    ASSERT_TRUE(study.step(0).ok());
    runs_.complete({1, 0}, 2);
    // All but the trial's end.
    ASSERT_TRUE(study.journal().add_result(1, 0, 2).ok());
  }
  JobStudy study = again();
  ASSERT_TRUE(study.step(0).ok());
  EXPECT_TRUE(study.is_over());
  EXPECT_EQ(study.study().trials[1].value, 2);
}

TEST_F(JobStudyTest, AnAnswerThatIsMissingChangesNothing) {
  JobStudy study = begin({.trials = 1});
  ASSERT_TRUE(study.step(0).ok());
  runs_.is_silent = true;
  EXPECT_FALSE(study.step(0).ok());
  EXPECT_FALSE(study.missing_run().ok());
  runs_.is_silent = false;
  runs_.complete({0, 0}, 1);
  ASSERT_TRUE(study.step(0).ok());
  EXPECT_TRUE(study.is_over());
}

TEST_F(JobStudyTest, TimeEndsIt) {
  JobStudy study = begin({.trials = 9, .time_limit = "1"});
  ASSERT_TRUE(study.step(0).ok());
  const double began = study.study().trials[0].started;
  runs_.complete({0, 0}, 1);
  ASSERT_TRUE(study.step(began + 61).ok());
  EXPECT_TRUE(study.is_over());
  EXPECT_EQ(study.search().trials, 1);
}

// RFC 9562, as Python's uuid.uuid5(uuid.UUID("6ba7b810-9dad-11d1-80b4-00c04fd430c8"), "0/1") has
// it.
TEST(TrialRunTest, IsAUuidOfVersionFive) {
  EXPECT_EQ(trial_run("6ba7b810-9dad-11d1-80b4-00c04fd430c8", 0, 1),
            "c09fb568-1878-5cfa-a520-5e1ed0df0aed");
  EXPECT_EQ(trial_run("not a UUID", 0, 1), "");
}

}  // namespace
}  // namespace trainyard::search
