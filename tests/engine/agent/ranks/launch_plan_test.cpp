// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/ranks/launch_plan.h"

#include <gtest/gtest.h>

#include <fstream>

#include "tests/engine/temporary_folder.h"

using namespace trainyard;
using namespace trainyard::agent;

namespace {

class LaunchPlan : public ::testing::Test {
 protected:
  LaunchPlan() {
    std::ofstream(folder_.path() / "train.py") << "pass\n";
    options_.run_dir = folder_.path();
    options_.python = "/bin/sh";  // any program that is there
    options_.command = {"train.py", "--out", "{checkpoints}/x", "{unknown}"};
    values_.run_dir = "/runs/r";
    values_.checkpoints = "/runs/r/checkpoints";
    values_.master_port = 29000;
    site_ = {folder_.path(), "/private/events", "/private/python", 3, 8};
  }
  std::vector<PlannedProcess> plan(int ranks, Launcher launcher) {
    options_.launcher = launcher;
    values_.processes_per_node = ranks;
    auto planned = plan_launch(options_, values_, site_, inherited_);
    EXPECT_TRUE(planned) << (planned ? "" : planned.error().message);
    return planned ? *planned : std::vector<PlannedProcess>{};
  }
  TemporaryFolder folder_;
  Options options_;
  Placeholders values_;
  LaunchSite site_;
  Environment inherited_ = {{"PATH", "/usr/bin:/bin"},
                            {"RANK", "9"},
                            {"WORLD_SIZE", "10"},
                            {"PYTHONPATH", "/mine"},
                            {"MINE", "{run_dir}/a"}};
};

}  // namespace

TEST_F(LaunchPlan, ALoneProcessGetsNoRankVariables) {
  const auto planned = plan(1, Launcher::none);
  ASSERT_EQ(planned.size(), 1u);
  const Environment& environment = planned[0].command.environment;
  for (const char* name : {"RANK", "WORLD_SIZE", "LOCAL_RANK", "LOCAL_WORLD_SIZE", "MASTER_ADDR",
                           "MASTER_PORT", "SLURM_PROCID"})
    EXPECT_FALSE(environment.contains(name)) << name;
  EXPECT_EQ(environment.at("TRAINYARD_RUN_DIR"), "/runs/r");
  EXPECT_EQ(environment.at("TRAINYARD_ATTEMPT"), "3");
  EXPECT_EQ(environment.at("TRAINYARD_EVENTS"), "/private/events");
  EXPECT_EQ(environment.at("PYTHONPATH"), "/private/python:/mine");
  EXPECT_EQ(environment.at("PYTHONUNBUFFERED"), "1");
  EXPECT_EQ(environment.at("OMP_NUM_THREADS"), "8");
  EXPECT_FALSE(environment.contains("TRAINYARD_RESUME"));
  EXPECT_EQ(planned[0].command.arguments,
            (std::vector<std::string>{"/bin/sh", "train.py", "--out", "/runs/r/checkpoints/x",
                                      "{unknown}"}));
}

TEST_F(LaunchPlan, RanksGetTorchrunsVariables) {
  const auto planned = plan(4, Launcher::none);
  ASSERT_EQ(planned.size(), 4u);
  const Environment& last = planned[3].command.environment;
  EXPECT_EQ(last.at("RANK"), "3");
  EXPECT_EQ(last.at("LOCAL_RANK"), "3");
  EXPECT_EQ(last.at("WORLD_SIZE"), "4");
  EXPECT_EQ(last.at("LOCAL_WORLD_SIZE"), "4");
  EXPECT_EQ(last.at("MASTER_ADDR"), "127.0.0.1");
  EXPECT_EQ(last.at("MASTER_PORT"), "29000");
  EXPECT_EQ(last.at("OMP_NUM_THREADS"), "2");
}

TEST_F(LaunchPlan, SrunAddsSlurmsVariables) {
  const auto lone = plan(1, Launcher::srun);
  EXPECT_EQ(lone[0].command.environment.at("SLURM_PROCID"), "0");
  EXPECT_FALSE(lone[0].command.environment.contains("RANK"));
  const auto planned = plan(2, Launcher::srun);
  EXPECT_EQ(planned[1].command.environment.at("SLURM_PROCID"), "1");
  EXPECT_EQ(planned[1].command.environment.at("SLURM_LOCALID"), "1");
  EXPECT_EQ(planned[1].command.environment.at("SLURM_NTASKS"), "2");
}

TEST_F(LaunchPlan, LaunchersGetNodeRankAndRendezvous) {
  values_.nodes = 2;
  values_.node_rank = 1;
  values_.master_addr = "10.0.0.7";
  const auto torchrun = plan(2, Launcher::torchrun);
  ASSERT_EQ(torchrun.size(), 1u);
  EXPECT_TRUE(torchrun[0].is_launcher);
  EXPECT_EQ(torchrun[0].command.arguments,
            (std::vector<std::string>{"/bin/sh", "-m", "torch.distributed.run", "--nnodes=2",
                                      "--node-rank=1", "--nproc-per-node=2",
                                      "--master-addr=10.0.0.7", "--master-port=29000", "train.py",
                                      "--out", "/runs/r/checkpoints/x", "{unknown}"}));
  EXPECT_FALSE(torchrun[0].command.environment.contains("RANK"));
  const auto accelerate = plan(2, Launcher::accelerate)[0].command.arguments;
  for (const char* part :
       {"--num_machines=2", "--machine_rank=1", "--num_processes=4", "--main_process_ip=10.0.0.7",
        "--main_process_port=29000", "--multi_gpu"})
    EXPECT_NE(std::find(accelerate.begin(), accelerate.end(), part), accelerate.end()) << part;
  const auto deepspeed = plan(2, Launcher::deepspeed)[0].command.arguments;
  // {"node0": [0, 1], "node1": [0, 1]}
  EXPECT_NE(std::find(deepspeed.begin(), deepspeed.end(),
                      "--world_info=eyJub2RlMCI6IFswLCAxXSwgIm5vZGUxIjogWzAsIDFdfQ=="),
            deepspeed.end());
}

TEST_F(LaunchPlan, VariablesAreReplacedOnlyWhereAsked) {
  inherited_["OTHER"] = "{run_dir}";
  options_.variables = {
      {"MINE", std::nullopt}, {"GIVEN", "$(touch x) {array_index}"}, {"MISSING", std::nullopt}};
  values_.array_index = "4";
  const auto environment = plan(1, Launcher::none)[0].command.environment;
  EXPECT_EQ(environment.at("MINE"), "/runs/r/a");
  EXPECT_EQ(environment.at("GIVEN"), "$(touch x) 4");
  EXPECT_EQ(environment.at("OTHER"), "{run_dir}");
  EXPECT_FALSE(environment.contains("MISSING"));
}

TEST_F(LaunchPlan, EngineRanksGetNoPythonFolder) {
  options_.workload = Workload::engine;
  EXPECT_EQ(plan(1, Launcher::none)[0].command.environment.at("PYTHONPATH"), "/mine");
}

TEST_F(LaunchPlan, AResumedOneIsTold) {
  values_.resume_from = "/runs/r/checkpoints/step-00000010";
  const auto environment = plan(1, Launcher::none)[0].command.environment;
  EXPECT_EQ(environment.at("TRAINYARD_RESUME"), "1");
  EXPECT_EQ(environment.at("TRAINYARD_RESUME_FROM"), values_.resume_from);
}

TEST_F(LaunchPlan, AProgramThatIsNotThereIsNamed) {
  options_.command = {"absent.py"};
  auto planned = plan_launch(options_, values_, site_, inherited_);
  ASSERT_FALSE(planned);
  EXPECT_NE(planned.error().message.find("'absent.py'"), std::string::npos);
  options_.command = {"train.py"};
  options_.python = "no-such-python";
  planned = plan_launch(options_, values_, site_, inherited_);
  ASSERT_FALSE(planned);
  EXPECT_NE(planned.error().message.find("'no-such-python'"), std::string::npos);
}

TEST(ProcessesOnThisNode, AutoCountsVisibleDevices) {
  Options options;
  options.processes_per_node.reset();
  EXPECT_EQ(processes_on_this_node(options, {{"CUDA_VISIBLE_DEVICES", "0,2,3"}}), 3);
  EXPECT_EQ(processes_on_this_node(options, {{"CUDA_VISIBLE_DEVICES", ""}}), 1);
  options.processes_per_node = 5;
  EXPECT_EQ(processes_on_this_node(options, {}), 5);
}
