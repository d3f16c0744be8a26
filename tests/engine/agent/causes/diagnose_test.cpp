// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/causes/diagnose.h"

#include <gtest/gtest.h>

#include <csignal>

#include "engine/contract/messages.h"

using namespace trainyard;
using namespace trainyard::agent;

namespace {

constexpr int exited(int code) { return code << 8; }

Failure rank_failure(int wait_status) {
  Failure failure;
  failure.rank = 1;
  failure.program = "train.py";
  failure.wait_status = wait_status;
  failure.node = "node7";
  return failure;
}

}  // namespace

TEST(Diagnose, NamesTheSignal) {
  const EndEvent end = diagnose(rank_failure(SIGSEGV));
  EXPECT_EQ(end.outcome, Outcome::failed);
  EXPECT_EQ(end.exit_code, 139);
  EXPECT_EQ(end.code, "failure.signal");
  EXPECT_EQ(end.rank, 1);
  EXPECT_EQ(end.node, "node7");
  EXPECT_NE(end.reason.find("Rank 1 on node7 was killed by SIGSEGV"), std::string::npos)
      << end.reason;
}

TEST(Diagnose, TellsAMemoryKillFromAnother) {
  Failure failure = rank_failure(SIGKILL);
  EXPECT_EQ(diagnose(failure).exit_code, 137);
  failure.memory_kills.in_group = 1;
  EXPECT_EQ(diagnose(failure).exit_code, 4);
  EXPECT_EQ(diagnose(failure).code, "failure.memory_limit");
  failure.memory_kills = {0, 1};
  EXPECT_EQ(diagnose(failure).code, "failure.memory_of_machine");
  failure.wait_status = SIGSEGV;
  EXPECT_EQ(diagnose(failure).code, "failure.signal")
      << "another process of the machine ran out of memory";
}

TEST(Diagnose, TakesSlurmsWordForAMemoryKill) {
  for (const char* said :
       {"srun: error: gpu1: task 0: Out Of Memory\n",
        "slurmstepd: error: Detected 1 oom_kill event in StepId=7.0. Some of the step tasks have "
        "been OOM "
        "Killed.\nsrun: error: gpu1: task 0: Killed\n",
        "slurmstepd-gpu1: error: Detected 1 oom-kill event(s) in StepId=2.batch cgroup.\n",
        "[2026-01-01T10:00:00.000] error: slurmstepd: Detected 2 oom_kill events in StepId=7.0\n",
        "slurmstepd: error: Step 6.0 exceeded memory limit (1253376 > 1048576), being killed\n",
        "slurmstepd: error: Exceeded job memory limit\n"}) {
    Failure failure = rank_failure(exited(1));
    failure.error_output = said;
    EXPECT_EQ(diagnose(failure).code, "failure.memory_limit") << said;
    EXPECT_EQ(diagnose(failure).exit_code, 4);
    failure.error_output += "Traceback (most recent call last):\nDistBackendError: NCCL error\n";
    EXPECT_EQ(diagnose(failure).code, "failure.memory_limit") << "the others lost their peer";
    failure.error_output =
        std::string(said) + "Traceback (most recent call last):\nKeyError: 'x'\n";
    EXPECT_EQ(diagnose(failure).code, "failure.exception") << "the script went on after it";
  }
  Failure failure = rank_failure(exited(1));
  failure.error_output = "my program: Out Of Memory\n";
  EXPECT_EQ(diagnose(failure).code, "failure.exit_code") << "no word of Slurm's";
}

TEST(Diagnose, TakesTheEnginesOwnWord) {
  Failure failure = rank_failure(exited(6));
  failure.errors.push_back({MessageLevel::error,
                            "loss.non_finite",
                            {{"step", 40}},
                            "The loss became NaN at step 40",
                            1,
                            ""});
  const EndEvent end = diagnose(failure);
  EXPECT_EQ(end.exit_code, 6);
  EXPECT_EQ(end.code, "loss.non_finite");
  EXPECT_EQ(end.reason, "The loss became NaN at step 40");
  failure.errors.clear();
  failure.is_engine = true;
  EXPECT_EQ(diagnose(failure).code, "failure.non_finite_loss");
}

TEST(Diagnose, ExitCodesOfOnesOwnProgramsTellNoCause) {
  for (const int code : {2, 4, 5, 6}) {
    Failure failure = rank_failure(exited(code));
    failure.error_output = "ValueError: label 7 is unknown\n";
    EXPECT_EQ(diagnose(failure).code, "failure.exit_code") << code;
    EXPECT_EQ(diagnose(failure).exit_code, code);
    EXPECT_FALSE(is_loss_of_peers(failure)) << code;
    failure.is_engine = true;
    EXPECT_EQ(diagnose(failure).code == "failure.exit_code", code == 2) << code;
  }
}

TEST(Diagnose, EverySentenceIsItsCodeAndArguments) {
  Failure failure = rank_failure(SIGABRT);
  for (const char* output :
       {"", "RuntimeError: NCCL error\n", "Disk quota exceeded.\n",
        "Traceback (most recent call last):\n  x\nModuleNotFoundError: No module named 'a'\n",
        "Traceback (most recent call last):\n  x\nValueError: b\n"}) {
    failure.error_output = output;
    const EndEvent end = diagnose(failure);
    EXPECT_EQ(end.reason, render_message(end.code, end.arguments)) << output;
    EXPECT_NE(end.reason, end.code) << output;
    EXPECT_NE(end.reason.find("Rank 1 on node7"), std::string::npos) << end.reason;
  }
}

TEST(Diagnose, PassesCodesThroughUnlessTheCauseHasOne) {
  Failure failure = rank_failure(exited(17));
  failure.error_output = "cannot find the data\n";
  EXPECT_EQ(diagnose(failure).exit_code, 17);
  EXPECT_NE(diagnose(failure).reason.find("cannot find the data"), std::string::npos);
  failure.error_output =
      "Traceback (most recent call last):\n  x\nRuntimeError: CUDA out of memory. Tried\n";
  EXPECT_EQ(diagnose(failure).exit_code, 4);
}

TEST(Diagnose, FindsTheRankBehindALauncher) {
  Failure failure = rank_failure(exited(1));
  failure.rank.reset();
  failure.program = "torchrun";
  failure.errors.push_back({MessageLevel::error,
                            "python.exception",
                            {},
                            "RuntimeError: [gloo] Connection closed by peer",
                            0,
                            ""});
  failure.errors.push_back({MessageLevel::error, "python.exception", {}, "ValueError: bad", 3, ""});
  const EndEvent end = diagnose(failure);
  EXPECT_EQ(end.rank, 3);
  EXPECT_NE(end.reason.find("ValueError: bad"), std::string::npos);
  EXPECT_EQ(end.exit_code, 1);
  failure.errors.clear();
  failure.error_output =
      "Root Cause (first observed failure):\n[0]:\n  rank      : 2 (local_rank: 2)\n  exitcode  : "
      "-11 (pid: 3)\n";
  EXPECT_EQ(diagnose(failure).code, "failure.signal");
  EXPECT_EQ(diagnose(failure).exit_code, 139);
  EXPECT_EQ(diagnose(failure).rank, 2);
}

TEST(LossOfPeers, IsAConsequence) {
  Failure lost = rank_failure(exited(5));
  lost.is_engine = true;
  EXPECT_TRUE(is_loss_of_peers(lost));
  lost = rank_failure(exited(1));
  lost.error_output = "RuntimeError: [gloo] Connection closed by peer\n";
  EXPECT_TRUE(is_loss_of_peers(lost));
  EXPECT_FALSE(is_loss_of_peers(rank_failure(SIGKILL)));
  EXPECT_FALSE(is_loss_of_peers(rank_failure(exited(1))));
}
