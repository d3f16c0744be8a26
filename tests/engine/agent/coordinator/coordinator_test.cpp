// SPDX-License-Identifier: GPL-3.0-or-later
// What the coordinator decides, with nodes that only note their orders.
#include "engine/agent/coordinator/coordinator.h"

#include <gtest/gtest.h>
#include <signal.h>

#include "engine/contract/messages.h"
#include "tests/engine/temporary_folder.h"

using namespace trainyard;
using namespace trainyard::agent;
using namespace std::chrono_literals;

namespace {

class NotingNode final : public Node {
 public:
  NotingNode(std::string name, int node_rank) : name_(std::move(name)), node_rank_(node_rank) {}
  const std::string& name() const override { return name_; }
  int node_rank() const override { return node_rank_; }
  void prepare() override { orders += "prepare "; }
  void start() override { orders += "start "; }
  void stop() override { orders += "stop "; }
  void evaluate() override { orders += "evaluate "; }
  void end() override { orders += "end "; }
  void leave() override { orders += "leave "; }
  std::string orders;

 private:
  std::string name_;
  int node_rank_;
};

class CoordinatorTest : public testing::Test {
 protected:
  CoordinatorTest() {
    options_.nodes = 2;
    attempt_.run.root = folder_.path();
    begin_attempt(1, {});
  }

  void begin_attempt(int number, const std::vector<const char*>& rules) {
    attempt_.number = number;
    options_.rules.clear();
    for (const char* rule : rules) options_.rules.push_back(*parse_metric_rule(rule));
    events_.clear();
    is_over_ = false;
    first_.orders.clear();
    second_.orders.clear();
    coordinator_.emplace(
        loop_,
        CoordinatorSetting{options_, attempt_, "gpu1",
                           [this](Event event) { events_.push_back(std::move(event)); },
                           [this] { is_over_ = true; }},
        files_);
  }

  void add_both() {
    coordinator_->add(second_);  // nodes come in any order
    coordinator_->add(first_);
  }
  void start_both() {
    add_both();
    coordinator_->prepared(first_, {}, 1);
    coordinator_->prepared(second_, {}, 1);
  }
  void both_gone() {
    coordinator_->gone(first_);
    coordinator_->gone(second_);
  }
  void run_for(std::chrono::milliseconds time) {
    loop_.restart();
    loop_.run_for(time);
  }
  void point(std::int64_t step, double loss) {
    MetricsEvent metrics;
    metrics.step = step;
    metrics.values = {{"loss", loss}};
    coordinator_->event(first_, Event{0, -1, std::move(metrics)});
  }
  std::vector<std::string> messages() const {
    std::vector<std::string> texts;
    for (const Event& event : events_)
      if (const auto* message = std::get_if<MessageEvent>(&event.body))
        texts.push_back(message->text);
    return texts;
  }
  static ProcessExit failure(int exit_code, const char* reason, bool is_loss_of_peers) {
    return {exit_code << 8,
            false,
            is_loss_of_peers,
            {Outcome::failed, exit_code, "failure.exit_code", {}, reason, {}, ""}};
  }

  TemporaryFolder folder_;
  boost::asio::io_context loop_;
  Options options_;
  Attempt attempt_;
  OutputFiles files_{folder_.path()};
  std::vector<Event> events_;
  bool is_over_ = false;
  NotingNode first_{"gpu1", 0}, second_{"gpu2", 1};
  std::optional<Coordinator> coordinator_;
};

}  // namespace

TEST_F(CoordinatorTest, StartsWhenAllNodesAreReadyAndNamesThemInOrder) {
  coordinator_->add(second_);
  coordinator_->prepared(second_, {}, 1);
  EXPECT_EQ(second_.orders, "prepare ");
  EXPECT_TRUE(events_.empty()) << "the header names all nodes, so it waits for them";
  coordinator_->add(first_);
  coordinator_->prepared(first_, {}, 1);
  EXPECT_EQ(first_.orders, "prepare start ");
  EXPECT_EQ(second_.orders, "prepare start ");
  ASSERT_EQ(events_.size(), 1u);
  EXPECT_EQ(std::get<HeaderEvent>(events_[0].body).nodes,
            (std::vector<std::string>{"gpu1", "gpu2"}));
  coordinator_->exited(first_, {});
  EXPECT_FALSE(is_over_);
  coordinator_->exited(second_, {});
  both_gone();
  EXPECT_TRUE(is_over_);
  EXPECT_EQ(first_.orders, "prepare start end leave ");
  EXPECT_EQ(coordinator_->conclude().outcome, Outcome::completed);
}

TEST_F(CoordinatorTest, FindingsOfAllNodesAreToldAndNothingStarts) {
  add_both();
  coordinator_->prepared(
      first_, {foreign_error("preflight.gpus", {}, "Node gpu1 has no GPU", ExitCode::environment)},
      0);
  coordinator_->prepared(
      second_, {foreign_error("preflight.gpus", {}, "Node gpu2 has no GPU", ExitCode::environment)},
      0);
  both_gone();
  EXPECT_TRUE(is_over_);
  EXPECT_EQ(first_.orders, "prepare end leave ");
  const EndEvent end = coordinator_->conclude();
  EXPECT_EQ(end.exit_code, 3);
  EXPECT_EQ(end.reason, "Node gpu1 has no GPU");
  ASSERT_EQ(events_.size(), 3u) << "header and both findings";
  EXPECT_EQ(std::get<MessageEvent>(events_[2].body).node, "gpu2");
}

TEST_F(CoordinatorTest, ALostNodeIsTheCauseOfThoseWhoOnlyMissIt) {
  start_both();
  coordinator_->exited(first_, failure(5, "Rank 0 lost the others.", true));
  run_for(100ms);
  EXPECT_EQ(first_.orders, "prepare start ") << "who only lost another is not judged at once";
  coordinator_->lost(second_, make_error("connection.silent", {{"seconds", 8}}));
  run_for(2100ms);
  EXPECT_EQ(first_.orders, "prepare start end ");
  coordinator_->gone(first_);
  EXPECT_TRUE(is_over_);
  const EndEvent end = coordinator_->conclude();
  EXPECT_EQ(end.code, "node.lost");
  EXPECT_EQ(end.node, "gpu2");
  EXPECT_EQ(end.exit_code, 5);
  EXPECT_EQ(get<std::string>(get<Map>(end.arguments, "why"), "code"), "connection.silent");
  EXPECT_EQ(end.reason, render_message(end.code, end.arguments));
}

TEST_F(CoordinatorTest, TheFirstRealFailureWinsOverLaterOnes) {
  start_both();
  coordinator_->exited(second_, failure(1, "The width is odd.", false));
  coordinator_->exited(first_, failure(9, "A later one.", false));
  both_gone();
  EXPECT_EQ(coordinator_->conclude().reason, "The width is odd.");
}

TEST_F(CoordinatorTest, AnEvaluationIsAskedOfRanksThatRun) {
  add_both();
  coordinator_->request_evaluation();
  coordinator_->prepared(first_, {}, 1);
  coordinator_->prepared(second_, {}, 1);
  coordinator_->request_evaluation();
  EXPECT_EQ(first_.orders, "prepare start evaluate ");
  EXPECT_EQ(second_.orders, "prepare start evaluate ");
  coordinator_->fail(foreign_error("step.ended", {}, "It is over", ExitCode::communication),
                     "gpu1");
  coordinator_->request_evaluation();
  EXPECT_EQ(first_.orders, "prepare start evaluate end ");
}

TEST_F(CoordinatorTest, ANodeThatNeverEndsIsNotWaitedFor) {
  start_both();
  coordinator_->fail(foreign_error("step.ended", {}, "It is over", ExitCode::communication),
                     "gpu1");
  coordinator_->gone(first_);
  EXPECT_FALSE(is_over_);
  run_for(9600ms);
  EXPECT_TRUE(is_over_);
  EXPECT_TRUE(coordinator_->has_lost_node());
}

TEST_F(CoordinatorTest, AStopGoesToAllNodesAndWhatFollowsIsNoFailure) {
  options_.workload = Workload::engine;
  start_both();
  coordinator_->signalled(second_, SIGTERM);
  coordinator_->signalled(first_, SIGTERM);
  EXPECT_EQ(first_.orders, "prepare start stop ") << "once";
  EXPECT_EQ(second_.orders, "prepare start stop ");
  coordinator_->exited(first_, failure(75, "", false));
  coordinator_->exited(second_, failure(75, "", false));
  both_gone();
  EXPECT_EQ(coordinator_->conclude().outcome, Outcome::preempted);
  EXPECT_EQ(coordinator_->conclude().exit_code, 75);
}

TEST_F(CoordinatorTest, ARuleTellsAndGoesOn) {
  begin_attempt(1, {"notify when loss > 5 for 2 points"});
  start_both();
  point(10, 6);
  EXPECT_TRUE(messages().empty());
  point(20, 7);
  point(30, 8);
  EXPECT_EQ(messages(), std::vector<std::string>{
                            "loss was 7 at step 20 (rule: notify when loss > 5 for 2 points)"});
  EXPECT_TRUE(std::holds_alternative<MetricsEvent>(events_[events_.size() - 3].body))
      << "the message comes behind its point";
  EXPECT_EQ(first_.orders, "prepare start ");
  coordinator_->exited(first_, {});
  coordinator_->exited(second_, {});
  both_gone();
  EXPECT_EQ(coordinator_->conclude().outcome, Outcome::completed);
}

TEST_F(CoordinatorTest, ARuleStopsAllNodesOnceInARun) {
  options_.workload = Workload::engine;
  begin_attempt(1, {"stop when loss > 5"});
  start_both();
  point(10, 6);
  point(20, 7);
  EXPECT_EQ(first_.orders, "prepare start stop ");
  EXPECT_EQ(second_.orders, "prepare start stop ");
  EXPECT_EQ(messages().size(), 1u);
  coordinator_->exited(first_, failure(75, "", false));
  coordinator_->exited(second_, failure(75, "", false));
  both_gone();
  const EndEvent end = coordinator_->conclude();
  EXPECT_EQ(end.outcome, Outcome::cancelled);
  EXPECT_EQ(end.exit_code, 75);
  EXPECT_EQ(end.code, "stopped.by_rule");
  EXPECT_NE(end.reason.find("at step 10 (rule: stop when loss > 5)"), std::string::npos);
  // The run is resumed: the rule has acted, but another one has not.
  begin_attempt(2, {"stop when loss > 5", "stop when loss > 8"});
  start_both();
  point(11, 7);
  EXPECT_EQ(first_.orders, "prepare start ");
  point(12, 9);
  EXPECT_EQ(first_.orders, "prepare start stop ");
}

// What the agent was asked before is what ended the run.
TEST_F(CoordinatorTest, ARuleThatActsWhileTheRunStopsOnlyTells) {
  options_.workload = Workload::engine;
  begin_attempt(1, {"stop when loss > 5"});
  start_both();
  coordinator_->request_stop(SIGTERM);
  point(10, 6);
  EXPECT_EQ(first_.orders, "prepare start stop ");
  coordinator_->exited(first_, failure(75, "", false));
  coordinator_->exited(second_, failure(75, "", false));
  both_gone();
  EXPECT_EQ(coordinator_->conclude().code, "stopped.preempted");
  EXPECT_EQ(messages().size(), 2u);
}

TEST_F(CoordinatorTest, SlurmsSignalAfterALossIsNoStop) {
  start_both();
  coordinator_->signalled(first_, SIGTERM);
  coordinator_->exited(first_,
                       {SIGTERM,
                        false,
                        false,
                        {Outcome::failed, 143, "failure.signal", {}, "It was killed.", 0, "gpu1"}});
  coordinator_->lost(second_, make_error("connection.ended", {}));
  run_for(400ms);
  coordinator_->gone(first_);
  EXPECT_EQ(coordinator_->conclude().code, "node.lost");
}

TEST_F(CoordinatorTest, AStopBeforeTheStartEndsTheRunUnfinished) {
  options_.workload = Workload::engine;
  coordinator_->add(first_);
  coordinator_->request_stop(SIGUSR1);
  coordinator_->gone(first_);
  EXPECT_TRUE(is_over_);
  EXPECT_EQ(first_.orders, "prepare end leave ");
  const EndEvent end = coordinator_->conclude();
  EXPECT_EQ(end.outcome, Outcome::preempted);
  EXPECT_EQ(end.exit_code, 75);
  coordinator_->add(second_);
  EXPECT_EQ(second_.orders, "end ") << "it came too late";
}
