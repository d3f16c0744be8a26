#include "engine/agent/slurm_step.h"

#include <gtest/gtest.h>

using namespace trainyard;
using namespace trainyard::agent;

TEST(SlurmStep, AsksForOneAgentANode) {
  auto options = parse_options({"--run-dir", "/r", "--scheduler", "slurm", "--nodes", "3", "--cpus-per-node", "8", "--node-command=apptainer", "--node-command=exec",
                                "--node-command=--nv", "--", "true"});
  ASSERT_TRUE(options) << options.error().message;
  EXPECT_EQ(srun_arguments(*options, "/p/yard-agent"),
            (std::vector<std::string>{"srun", "--nodes=3", "--ntasks=3", "--ntasks-per-node=1", "--cpus-per-task=8", "--export=ALL", "--kill-on-bad-exit=1", "--unbuffered",
                                      "apptainer", "exec", "--nv", "/p/yard-agent", "node"}));
  options->cpus_per_node.reset();
  options->node_command.clear();
  EXPECT_EQ(srun_arguments(*options, "/p/yard-agent")[4], "--export=ALL");
}

TEST(SlurmStep, SlurmsOwnWordsAreFoundAmongOthers) {
  EXPECT_EQ(words_of_slurm("srun: job 7 queued\nstep 1\nsrun: error: Node failure on gpu4\nslurmstepd: error: *** STEP 7.0 ON gpu3 CANCELLED ***\nloss 3\n"),
            "Node failure on gpu4; *** STEP 7.0 ON gpu3 CANCELLED ***");
  EXPECT_EQ(words_of_slurm("yard-agent: node gpu2 can not reach the coordinator"), "node gpu2 can not reach the coordinator");
  EXPECT_EQ(words_of_slurm("srun: error: a\nsrun: error: b\nsrun: error: c\nsrun: error: d\n"), "a; b; c") << "three are enough";
  EXPECT_EQ(words_of_slurm(""), "");
}
