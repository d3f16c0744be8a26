// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/job/job_scheduler.h"

#include <gtest/gtest.h>

#include "engine/agent/job/options.h"
#include "engine/agent/nodes/run_on_nodes.h"
#include "engine/contract/slurm_output.h"

using namespace trainyard;
using namespace trainyard::agent;

TEST(SlurmJob, AsksForOneAgentANode) {
  auto options = parse_options({"--run-dir", "/r", "--scheduler", "slurm", "--nodes", "3",
                                "--cpus-per-node", "8", "--node-command=apptainer",
                                "--node-command=exec", "--node-command=--nv", "--", "true"});
  ASSERT_TRUE(options) << options.error().message;
  EXPECT_EQ(slurm_job().on_each_node(*options, node_agent_arguments(*options, "/p/yard-agent")),
            (std::vector<std::string>{"srun", "--nodes=3", "--ntasks=3", "--ntasks-per-node=1",
                                      "--cpus-per-task=8", "--export=ALL", "--kill-on-bad-exit=1",
                                      "--unbuffered", "apptainer", "exec", "--nv", "/p/yard-agent",
                                      "node"}));
  options->cpus_per_node.reset();
  options->node_command.clear();
  EXPECT_EQ(slurm_job().on_each_node(*options, node_agent_arguments(*options, "/p/yard-agent"))[4],
            "--export=ALL");
}

TEST(SlurmJob, SlurmsOwnWordsAreFoundAmongOthers) {
  EXPECT_EQ(slurm_job().error_text(
                "srun: job 7 queued\nstep 1\nsrun: error: Node failure on "
                "gpu4\nslurmstepd: error: *** STEP 7.0 ON gpu3 CANCELLED ***\nloss 3\n"),
            "Node failure on gpu4; *** STEP 7.0 ON gpu3 CANCELLED ***");
  EXPECT_EQ(slurm_job().error_text("yard-agent: node gpu2 cannot reach the coordinator"),
            "node gpu2 cannot reach the coordinator");
  EXPECT_EQ(
      slurm_job().error_text("srun: error: a\nsrun: error: b\nsrun: error: c\nsrun: error: d\n"),
      "a; b; c")
      << "three are enough";
  EXPECT_EQ(
      slurm_job().error_text("slurmstepd-gpu4: error: couldn't chdir\nslurmstepd-gpu4: error: "
                             "couldn't chdir\nslurmstepd: it is an error: no\n"),
      "couldn't chdir")
      << "once";
  EXPECT_EQ(slurm_job().error_text(""), "");
}

TEST(SlurmJob, AnAgentThatEndedAtOnceIsNamedWithItsNode) {
  const std::string chdir =
      "slurmstepd: error: couldn't chdir to `/b/run': No such file or directory: going to /tmp "
      "instead\n";
  EXPECT_FALSE(slurm_job().agent_loss(""));
  EXPECT_FALSE(slurm_job().agent_loss(chdir));
  EXPECT_FALSE(slurm_job().agent_loss("loss: task 3: 0.1\nsrun: error: Node failure on gpu4\n"));
  const auto unseen = slurm_job().agent_loss(
      chdir +
      "slurmstepd-gpu4: error: execve(): /b/a: b/yard-agent: No such file or "
      "directory\nsrun: error: gpu4: task 1: Exited with exit code 2\n");
  ASSERT_TRUE(unseen);
  EXPECT_EQ(unseen->code, "node.base_unseen");
  EXPECT_EQ(unseen->exit_code, ExitCode::environment);
  EXPECT_EQ(unseen->message,
            "Node gpu4 does not see /b/a: b/yard-agent; choose a base folder that all nodes share, "
            "or leave the node out (resources.extra_directives: [--exclude=gpu4])");
  const auto forbidden = slurm_job().agent_loss(
      "slurmstepd: error: execve(): /b/yard-agent: Permission denied\nsrun: error: gpu[3-4]: tasks "
      "0-1: Exited with exit code 13\n");
  ASSERT_TRUE(forbidden);
  EXPECT_EQ(forbidden->code, "node.base_not_executable");
  EXPECT_EQ(get<std::string>(forbidden->arguments, "node"), "gpu[3-4]");
  EXPECT_EQ(get<std::string>(forbidden->arguments, "problem"), "Permission denied");
  const auto other = slurm_job().agent_loss(
      "yard-agent: node gpu2 cannot reach the coordinator\nsrun: error: gpu2: task 1: Exited with "
      "exit code 5\n");
  ASSERT_TRUE(other);
  EXPECT_EQ(other->code, "node.agent_ended");
  EXPECT_NE(other->message.find("gpu2 cannot reach the coordinator"), std::string::npos)
      << other->message;
}

TEST(SlurmJob, SlurmsWordOfTheMemoryLimitIsFound) {
  EXPECT_TRUE(
      says_memory_kill("slurmstepd: error: StepId=7.0 exceeded memory limit (629145600 > "
                       "536870912), being killed\n"));
  EXPECT_TRUE(says_memory_kill("slurmstepd-gpu1: error: Detected 1 oom-kill event(s) in StepId=7"));
  EXPECT_TRUE(says_memory_kill("srun: error: gpu1: task 0: Out Of Memory\n"));
  EXPECT_FALSE(says_memory_kill("srun: error: gpu1: task 0: Killed\n"));
  EXPECT_FALSE(says_memory_kill("the program exceeded memory limit\n"));
}
