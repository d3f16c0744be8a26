// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/coordinator/requeue.h"

#include <gtest/gtest.h>

#include "tests/engine/temporary_folder.h"

using namespace trainyard;
using namespace trainyard::agent;

namespace {

class Requeue : public testing::Test {
 protected:
  // An attempt that began at this step; -1: it says none.
  void add_attempt(std::int64_t resume_step) {
    const auto number = make_attempt(run_);
    ASSERT_TRUE(number);
    attempt_.run = run_;
    attempt_.number = *number;
    std::string text = to_line(Event{1, 0, HeaderEvent{}}) + "\n";
    if (resume_step >= 0)
      text += to_line(Event{2, 1, StartEvent{resume_step, 100, 4, "cpu"}}) + "\n";
    std::ofstream(run_.attempt(*number) / "events.jsonl") << text;
  }
  // One that told of these steps and of no beginning.
  void add_command_attempt(std::vector<std::int64_t> steps) {
    add_attempt(-1);
    std::ofstream file(run_.attempt(attempt_.number) / "events.jsonl", std::ios::app);
    std::int64_t sequence = 1;
    for (const std::int64_t step : steps) {
      MetricsEvent metrics;
      metrics.step = step;
      metrics.values = {{"loss", 1}};
      file << to_line(Event{3, sequence++, std::move(metrics)}) << "\n";
    }
  }
  void save(std::int64_t step) {
    std::filesystem::create_directories(run_.checkpoints() / checkpoint_name(step));
    std::ofstream(run_.latest()) << checkpoint_name(step) << "\n";
  }
  RestartDecision decide(const EndEvent& end) { return decide_restart(options_, attempt_, end); }

  TemporaryFolder folder_;
  RunFolder run_{folder_.path()};
  Attempt attempt_;
  Options options_ = [] {
    Options options;
    options.scheduler = &slurm_job();
    options.workload = Workload::engine;
    options.is_requeued_on_time_limit = options.is_requeued_on_node_loss = true;
    return options;
  }();
  const EndEvent timed_out_{Outcome::timed_out, 75, "stopped.timed_out", {}, "", {}, ""};
};

}  // namespace

TEST_F(Requeue, GoesOnWhileThereIsProgress) {
  add_attempt(0);
  EXPECT_TRUE(decide(timed_out_).is_wanted) << "the first attempts have their chances";
  save(40);
  add_attempt(40);
  EXPECT_TRUE(decide(timed_out_).is_wanted) << "the one before came from 0 to 40";
  save(80);
  add_attempt(80);
  const auto third = decide(timed_out_);
  EXPECT_TRUE(third.is_wanted);
  ASSERT_TRUE(third.message);
  EXPECT_EQ(third.message->code, "restart.requeued");
}

TEST_F(Requeue, EndsWhenTheLastAttemptsCameNoFurther) {
  add_attempt(0);
  save(40);
  add_attempt(40);
  add_attempt(40);
  const auto decision = decide(timed_out_);
  EXPECT_FALSE(decision.is_wanted);
  ASSERT_TRUE(decision.message);
  EXPECT_EQ(decision.message->code, "restart.no_progress");
  EXPECT_EQ(decision.message->level, MessageLevel::warning);
  options_.max_without_progress = 3;
  EXPECT_TRUE(decide(timed_out_).is_wanted);
}

TEST_F(Requeue, AProgramThatNeverSavesIsNotStartedForEver) {
  add_attempt(-1);
  EXPECT_TRUE(decide(timed_out_).is_wanted);
  add_attempt(-1);
  EXPECT_FALSE(decide(timed_out_).is_wanted);
}

TEST_F(Requeue, OnlyForTheEndsThatWereNamed) {
  add_attempt(0);
  const EndEvent lost{Outcome::failed, 5, "node.lost", {}, "", {}, ""};
  EXPECT_TRUE(decide(lost).is_wanted);
  EXPECT_FALSE(decide({Outcome::cancelled, 75, "stopped.cancelled", {}, "", {}, ""}).is_wanted);
  EXPECT_FALSE(decide({Outcome::failed, 5, "failure.communication", {}, "", {}, ""}).is_wanted);
  EXPECT_FALSE(decide({Outcome::timed_out, 75, "stopped.superseded", {}, "", {}, ""}).is_wanted)
      << "a later attempt runs already";
  options_.is_requeued_on_node_loss = false;
  EXPECT_FALSE(decide(lost).is_wanted);
  EXPECT_FALSE(decide(lost).message);
}

TEST_F(Requeue, NeverByAnAttemptThatHasASuccessor) {
  add_attempt(0);
  const EndEvent lost{Outcome::failed, 5, "node.lost", {}, "", {}, ""};
  EXPECT_TRUE(decide(lost).is_wanted);
  ASSERT_TRUE(make_attempt(run_));
  EXPECT_FALSE(decide(lost).is_wanted) << "it would end the later attempt's job";
  EXPECT_FALSE(decide(timed_out_).is_wanted);
}

TEST_F(Requeue, ACommandCameFurtherWhenItsStepsDid) {
  options_.workload = Workload::command;
  add_command_attempt({1, 2, 3});
  add_command_attempt({3, 4, 5});
  EXPECT_TRUE(decide(timed_out_).is_wanted);
  add_command_attempt({5, 6});
  EXPECT_TRUE(decide(timed_out_).is_wanted);
  add_command_attempt({1, 2, 3});
  EXPECT_TRUE(decide(timed_out_).is_wanted) << "one of the last two came further";
  add_command_attempt({1, 2, 3, 4});
  const auto decision = decide(timed_out_);
  EXPECT_FALSE(decision.is_wanted);
  ASSERT_TRUE(decision.message);
  EXPECT_EQ(decision.message->code, "restart.no_progress_of_command");
}
