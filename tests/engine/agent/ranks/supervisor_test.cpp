// SPDX-License-Identifier: GPL-3.0-or-later
// Causes of death, stops and what remains, each with real processes.
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <fstream>

#include "engine/agent/processes/process_table.h"
#include "tests/engine/agent/agent_process.h"

using namespace trainyard;

namespace {

void write_text(const std::filesystem::path& path, const std::string& text) {
  std::ofstream(path) << text;
}

// A rank that engine ranks may be: saves on SIGTERM and exits with 75.
const std::vector<std::string> saving_rank = {
    "sh", "-c", "trap 'exit 75' TERM; echo ready; while :; do sleep 0.1; done"};

}  // namespace

TEST(Causes, ARankThatIsKilled) {
  AgentProcess agent;
  EXPECT_EQ(agent.run({"--nproc-per-node", "3"},
                      {"sh", "-c", "if [ $RANK = 1 ]; then kill -KILL $$; fi; sleep 100"}),
            137);
  const EndEvent end = agent.end();
  EXPECT_EQ(end.outcome, Outcome::failed);
  EXPECT_EQ(end.rank, 1);
  EXPECT_FALSE(end.node.empty());
  EXPECT_EQ(end.code, "failure.signal");
  EXPECT_NE(end.reason.find("SIGKILL"), std::string::npos) << end.reason;
  EXPECT_TRUE(agent.processes().empty());
}

TEST(Causes, RanksThatLoseTheirPeerAreNotTheCause) {
  AgentProcess agent;
  const char* script =
      "if [ $RANK = 1 ]; then sleep 0.7; echo 'the real cause' >&2; exit 9; fi; sleep 0.1; exit 5";
  EXPECT_EQ(agent.run({"--nproc-per-node", "2", "--workload", "engine"}, {"sh", "-c", script}), 9);
  EXPECT_EQ(agent.end().rank, 1);
  EXPECT_NE(agent.end().reason.find("the real cause"), std::string::npos);
}

TEST(Causes, TheEnginesOwnWordBecomesTheReason) {
  AgentProcess agent;
  const char* script =
      "echo "
      "'{\"event\":\"message\",\"level\":\"error\",\"code\":\"loss.non_finite\",\"arguments\":{"
      "\"step\":7},\"text\":\"The loss became NaN at step 7\",\"rank\":0}' > "
      "\"$TRAINYARD_EVENTS\"; exit 6";
  EXPECT_EQ(agent.run({"--workload", "engine"}, {"sh", "-c", script}), 6);
  EXPECT_EQ(agent.end().code, "loss.non_finite");
  EXPECT_EQ(agent.end().reason, "The loss became NaN at step 7");
}

TEST(Causes, APythonException) {
  if (std::string(TEST_PYTHON).empty()) GTEST_SKIP() << "no Python for tests";
  AgentProcess agent;
  write_text(agent.run_dir() / "train.py",
             "import os, time\nif os.environ['RANK'] == '1':\n    raise ValueError('the width 7 is "
             "odd')\ntime.sleep(100)\n");
  EXPECT_EQ(agent.run({"--nproc-per-node", "2", "--python", TEST_PYTHON}, {"train.py"}), 1);
  EXPECT_EQ(agent.end().rank, 1);
  EXPECT_EQ(agent.end().code, "failure.exception");
  EXPECT_NE(agent.end().reason.find("ValueError: the width 7 is odd"), std::string::npos)
      << agent.end().reason;
}

TEST(Causes, AMemoryKillOfTheGroup) {
  const std::filesystem::path version1 = "/sys/fs/cgroup/memory", version2 = "/sys/fs/cgroup";
  const bool is_version1 = std::filesystem::exists(version1 / "memory.limit_in_bytes");
  const std::filesystem::path group =
      (is_version1 ? version1 : version2) / ("trainyard-test-" + std::to_string(::getpid()));
  std::error_code error;
  std::filesystem::create_directory(group, error);
  if (!error)
    write_text(group / (is_version1 ? "memory.limit_in_bytes" : "memory.max"), "300000000\n");
  if (error ||
      !std::filesystem::exists(group / (is_version1 ? "memory.limit_in_bytes" : "memory.max"))) {
    std::filesystem::remove(group, error);
    GTEST_SKIP() << "memory groups cannot be written here";
  }
  if (std::string(TEST_PYTHON).empty()) GTEST_SKIP() << "no Python for tests";
  {
    AgentProcess agent;
    write_text(agent.run_dir() / "eat.py",
               "import time\ntime.sleep(0.5)\nx = []\nwhile True: x.append(bytearray(1 << 20))\n");
    // The shell moves itself into the group and becomes the agent.
    const std::string command = "echo $$ > " + (group / "cgroup.procs").string() + " && exec " +
                                YARD_AGENT + " run --run-dir '" + agent.run_dir().string() +
                                "' --python " + TEST_PYTHON + " -- eat.py 2>/dev/null";
    const int status = std::system(command.c_str());
    EXPECT_EQ(WEXITSTATUS(status), 4);
    EXPECT_EQ(agent.end().code, "failure.memory_limit");
    EXPECT_EQ(agent.end().exit_code, 4);
    EXPECT_EQ(agent.end().rank, 0);
  }
  ::rmdir(group.c_str());
}

TEST(Stops, EngineRanksSaveAndAreNotFailures) {
  AgentProcess agent;
  agent.start({"--workload", "engine", "--nproc-per-node", "2"}, saving_rank);
  ASSERT_TRUE(agent.are_ready(2));
  ::kill(agent.pid(), SIGUSR1);
  EXPECT_EQ(agent.wait(), 75);
  EXPECT_EQ(agent.end().outcome, Outcome::preempted);
  EXPECT_EQ(agent.end().exit_code, 75);
  EXPECT_FALSE(agent.end().reason.empty());
}

TEST(Stops, CancelAndTimeLimitAreToldApart) {
  {
    AgentProcess agent;
    agent.start({"--workload", "engine"}, saving_rank);
    ASSERT_TRUE(agent.are_ready(1));
    write_text(agent.run_dir() / "cancel", "");
    ::kill(agent.pid(), SIGTERM);
    agent.wait();
    EXPECT_EQ(agent.end().outcome, Outcome::cancelled);
  }
  AgentProcess agent;
  agent.start({"--workload", "engine", "--end-time", std::to_string(::time(nullptr) + 100)},
              saving_rank);
  ASSERT_TRUE(agent.are_ready(1));
  ::kill(agent.pid(), SIGTERM);
  agent.wait();
  EXPECT_EQ(agent.end().outcome, Outcome::timed_out);
}

TEST(Stops, ACommandGetsTheSignalItExpects) {
  AgentProcess agent;
  agent.start(
      {"--stop-signal", "SIGUSR2"},
      {"sh", "-c", "trap 'echo saved; exit 0' USR2; echo ready; while :; do sleep 0.1; done"});
  ASSERT_TRUE(agent.are_ready(1));
  ::kill(agent.pid(), SIGTERM);
  EXPECT_EQ(agent.wait(), 75);
  EXPECT_NE(agent.output().find("saved"), std::string::npos);
  EXPECT_EQ(agent.end().outcome, Outcome::preempted);
}

TEST(Stops, ARuleStopsARunOnce) {
  AgentProcess agent;
  const std::vector<std::string> options{
      "--metrics", "jsonl", "--rule", "stop when loss > 5 for 2 points", "--rule", "loss > 5"};
  const std::string points = "for i in 1 2 3; do echo '{\"step\": '$i', \"loss\": '$i$i'}'; done; ";
  const std::string waits = "trap 'exit 75' TERM; " + points + "while :; do sleep 0.05; done";
  ASSERT_EQ(agent.run(options, {"/bin/sh", "-c", waits}), 75);
  const EndEvent end = agent.end();
  EXPECT_EQ(end.outcome, Outcome::cancelled);
  EXPECT_EQ(end.code, "stopped.by_rule");
  EXPECT_NE(end.reason.find("loss was 22 at step 2"), std::string::npos) << end.reason;
  const auto told = [&](int attempt) {
    int count = 0;
    for (const Event& event : agent.events(attempt))
      if (const auto* message = std::get_if<MessageEvent>(&event.body))
        count += message->code == "rule.fired_at";
    return count;
  };
  EXPECT_EQ(told(1), 2);
  // It is resumed, and its loss is as high as before.
  EXPECT_EQ(agent.run(options, {"/bin/sh", "-c", points}), 0);
  EXPECT_EQ(agent.end(2).outcome, Outcome::completed);
  EXPECT_EQ(told(2), 0);
}

// Slurm has told nobody: the agent has to.
TEST(Stops, ARuleStopsAScriptInAJob) {
  AgentProcess agent;
  const char* script =
      "trap 'echo asked; exit 9' TERM; echo '{\"step\": 4, \"loss\": 9}'; while :; do sleep 0.05; "
      "done";
  EXPECT_EQ(agent.run({"--workload", "script", "--scheduler", "slurm", "--job-id", "1", "--metrics",
                       "jsonl", "--rule", "stop when loss > 5"},
                      {"/bin/sh", "-c", script}),
            9);
  EXPECT_EQ(agent.output(), "{\"step\": 4, \"loss\": 9}\nasked\n");
  EXPECT_EQ(agent.end().code, "stopped.by_rule");
}

TEST(Stops, WhatDoesNotStopIsKilled) {
  AgentProcess agent;
  agent.start({"--stop-grace-seconds", "0.5"},
              {"sh", "-c", "trap '' TERM; echo ready; while :; do sleep 0.1; done"});
  ASSERT_TRUE(agent.are_ready(1));
  ::kill(agent.pid(), SIGTERM);
  EXPECT_EQ(agent.wait(), 137);
  EXPECT_NE(agent.end().reason.find("was killed"), std::string::npos) << agent.end().reason;
  EXPECT_TRUE(agent.processes().empty());
}

TEST(Stops, WhoFindsOutByItselfThatItIsSupersededHasNotFailed) {
  AgentProcess agent;
  agent.start({"--workload", "engine"},
              {"sh", "-c", "mkdir \"$TRAINYARD_RUN_DIR/attempts/0002\"; exit 75"});
  EXPECT_EQ(agent.wait(), 75);
  EXPECT_EQ(agent.end().code, "stopped.superseded");
  EXPECT_EQ(agent.end().outcome, Outcome::preempted);
}

TEST(Stops, AHigherAttemptEndsThisOne) {
  AgentProcess agent;
  agent.start({"--workload", "engine"}, saving_rank);
  ASSERT_TRUE(agent.are_ready(1));
  std::filesystem::create_directory(agent.attempt(2));
  EXPECT_EQ(agent.wait(), 75) << "the older one yields";
  EXPECT_EQ(agent.end().code, "stopped.superseded");
  EXPECT_EQ(agent.end().outcome, Outcome::preempted);
  EXPECT_TRUE(std::filesystem::is_empty(agent.attempt(2)))
      << "nothing of the higher attempt is touched";
}

TEST(Remains, NothingOfTheRunHidesInOtherSessions) {
  if (const char* why = emulated_kernel()) GTEST_SKIP() << why;
  AgentProcess agent;
  EXPECT_EQ(agent.run({}, {"sh", "-c",
                           "setsid sh -c 'trap \"\" TERM; sleep 200 & wait' & setsid sleep 200 & "
                           "sleep 0.3; exit 3"}),
            3);
  EXPECT_TRUE(agent.processes().empty());
}

TEST(Remains, EngineRanksDieWithTheirAgent) {
  AgentProcess agent;
  agent.start({"--workload", "engine", "--nproc-per-node", "2"},
              {"sh", "-c", "trap '' TERM; echo ready; exec sleep 200"});
  ASSERT_TRUE(agent.are_ready(2));
  ASSERT_TRUE(wait_until([&] { return agent.processes().size() == 2; }));
  ::kill(agent.pid(), SIGKILL);
  agent.wait();
  EXPECT_TRUE(wait_until([&] { return agent.processes().empty(); }));
}

TEST(Remains, TorchrunKilledLeavesNothing) {
  if (const char* why = emulated_kernel()) GTEST_SKIP() << why;
  if (std::string(TEST_PYTHON).empty()) GTEST_SKIP() << "no Python for tests";
  AgentProcess agent;
  write_text(agent.run_dir() / "train.py",
             "import os, time\nprint('ready', flush=True)\ntime.sleep(200)\n");
  agent.start({"--launcher", "torchrun", "--nproc-per-node", "2", "--python", TEST_PYTHON},
              {"train.py"});
  ASSERT_TRUE(wait_until([&] {
    const std::string text = agent.output();
    return text.find("ready") != text.rfind("ready");
  }));
  pid_t launcher = 0;
  for (const pid_t pid : agent.processes())
    if (agent::read_process(pid).parent == agent.pid()) launcher = pid;
  ASSERT_GT(launcher, 0);
  ::kill(launcher, SIGKILL);
  EXPECT_EQ(agent.wait(), 137);
  EXPECT_NE(agent.end().reason.find("torchrun"), std::string::npos) << agent.end().reason;
  EXPECT_TRUE(agent.processes().empty());
}
