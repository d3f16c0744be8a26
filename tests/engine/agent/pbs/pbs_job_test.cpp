// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/job/job_scheduler.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "engine/agent/job/options.h"
#include "tests/engine/temporary_folder.h"

using namespace trainyard;
using namespace trainyard::agent;

TEST(PbsJob, TheAgentsAreStartedByPbsdsh) {
  const auto options = parse_options({"--run-dir", "/r", "--scheduler", "pbs", "--nodes", "2",
                                      "--job-id", "14.pbs1", "--", "true"});
  ASSERT_TRUE(options) << options.error().message;
  ASSERT_EQ(options->scheduler, &pbs_job());
  EXPECT_EQ(pbs_job().on_each_node(*options, {"/p/yard-agent", "node", "/r/coordinator"}),
            (Arguments{"pbsdsh", "--", "/p/yard-agent", "node", "/r/coordinator"}));
}

TEST(PbsJob, WhatBelongsToANodeIsNotHandedOn) {
  for (const char* name : {"PATH", "LD_LIBRARY_PATH", "OMP_NUM_THREADS", "WANDB_API_KEY"})
    EXPECT_TRUE(pbs_job().is_handed_on(name)) << name;
  for (const char* name : {"PBS_NODENUM", "PBS_JOBID", "CUDA_VISIBLE_DEVICES", "TMPDIR"})
    EXPECT_FALSE(pbs_job().is_handed_on(name)) << name;
}

TEST(PbsJob, AnAgentThatEndedIsNamedWithItsNode) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "nodes";
  std::ofstream(file) << "pbs1\npbs2\n";
  ::setenv("PBS_NODEFILE", file.c_str(), 1);
  EXPECT_FALSE(pbs_job().agent_loss(""));
  EXPECT_FALSE(pbs_job().agent_loss("loss: task 0x00000001 exit status 2\n"));
  const auto loss = pbs_job().agent_loss("hello\npbsdsh: task 0x00000001 exit status 254\n");
  ASSERT_TRUE(loss);
  EXPECT_EQ(loss->code, "node.agent_ended");
  EXPECT_EQ(loss->message,
            "The agent on node pbs2 ended before the run started (task 0x00000001 exit status "
            "254); check the health of the node and resume");
  EXPECT_EQ(pbs_job().error_text("step 1\npbsdsh: spawn failed on node 1 err TM_ESYSTEM"),
            "spawn failed on node 1 err TM_ESYSTEM");
  ::unsetenv("PBS_NODEFILE");
}
