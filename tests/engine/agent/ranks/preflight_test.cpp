// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/ranks/preflight.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "tests/engine/temporary_folder.h"

using namespace trainyard;
using namespace trainyard::agent;

TEST(Preflight, FindsNothingWhereAllIsThere) {
  TemporaryFolder folder;
  Options options;
  options.gpus_per_node = 2;
  EXPECT_TRUE(
      check_node(options, "gpu1", folder.path(), folder.path(), {{"CUDA_VISIBLE_DEVICES", "0,1"}})
          .empty());
  EXPECT_TRUE(std::filesystem::is_empty(folder.path())) << "and leaves nothing";
}

TEST(Preflight, NamesTheNodeAndWhatIsMissing) {
  TemporaryFolder folder;
  Options options;
  options.gpus_per_node = 2;
  const auto found = check_node(options, "gpu1", folder.path() / "none", folder.path(),
                                {{"CUDA_VISIBLE_DEVICES", "0"}});
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].code, "preflight.folder_missing");
  EXPECT_NE(found[0].message.find("Node gpu1 does not see " + (folder.path() / "none").string()),
            std::string::npos)
      << found[0].message;
  EXPECT_EQ(found[1].code, "preflight.gpus");
  EXPECT_EQ(found[1].message,
            "Node gpu1 has 1 of the 2 requested GPUs; check resources.gpus_per_node and the "
            "partition");
  for (const Error& each : found) EXPECT_EQ(each.exit_code, ExitCode::environment);
}

TEST(Preflight, AFolderThatCanNotBeWritten) {
  const auto found = check_node({}, "gpu1", "/proc", "/proc", {});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].code, "preflight.folder_not_writable");
}

TEST(Preflight, CountsTheGpusThatTheNodeGives) {
  EXPECT_EQ(visible_gpus({{"CUDA_VISIBLE_DEVICES", "0,1,2"}}), 3);
  EXPECT_EQ(visible_gpus({{"CUDA_VISIBLE_DEVICES", "GPU-1234"}}), 1);
  for (const char* none : {"", "-1", "NoDevFiles"})
    EXPECT_EQ(visible_gpus({{"CUDA_VISIBLE_DEVICES", none}}), 0) << none;
}

TEST(Preflight, CountsTheGpusOfAContainer) {
  TemporaryFolder folder;
  for (const char* name : {"nvidia3", "nvidia17", "nvidiactl", "nvidia-uvm", "nvidia", "null"})
    folder.write(name, "");
  EXPECT_EQ(gpu_files(folder.path()), 2);
  EXPECT_EQ(gpu_files(folder.path() / "none"), 0);
}

// The codes of what is found for an engine of so many processes on two GPUs.
std::vector<std::string> found_for(int processes, const std::string& gpus, Workload workload) {
  TemporaryFolder folder;
  Options options;
  options.workload = workload;
  options.gpus_per_node = 2;
  options.processes_per_node = processes;
  std::vector<std::string> codes;
  for (const Error& error : check_node(options, "gpu1", folder.path(), folder.path(),
                                       {{"CUDA_VISIBLE_DEVICES", gpus}})) {
    codes.push_back(error.code);
    EXPECT_NE(error.message.find("Node gpu1"), std::string::npos) << error.message;
  }
  return codes;
}

TEST(Preflight, RefusesSlicesOfGpusForSeveralProcesses) {
  const std::vector<std::string> refused{"preflight.mig"};
  EXPECT_EQ(found_for(2, "MIG-aa,MIG-bb", Workload::engine), refused);
  EXPECT_TRUE(found_for(2, "GPU-aa,GPU-bb", Workload::engine).empty());
  EXPECT_TRUE(found_for(1, "MIG-aa,MIG-bb", Workload::engine).empty());
  EXPECT_TRUE(found_for(2, "MIG-aa,MIG-bb", Workload::command).empty());
}

TEST(Preflight, RefusesMoreProcessesThanCores) {
  constexpr int many = 100'000;
  const std::vector<std::string> refused{"preflight.cores"};
  EXPECT_EQ(found_for(many, "0,1", Workload::engine), refused);
  EXPECT_TRUE(found_for(many, "0,1", Workload::command).empty());
}

TEST(Preflight, RunsToTheEndWithBothOutputs) {
  const CommandOutcome outcome = run_to_end(
      {{"sh", "-c", "echo out; echo err >&2; head -c 300000 /dev/zero | tr '\\0' x; exit 3"},
       own_environment(),
       "/",
       9});
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_EQ(outcome.output.size(), 300004u);
  EXPECT_EQ(outcome.error_output, "err\n");
  EXPECT_EQ(run_to_end({{"no-such-program"}, own_environment(), "/", 9}).exit_code, 2);
}

TEST(Preflight, ReadsWhatTheEngineFound) {
  const std::string found = R"([{"severity":"warning","code":"a","path":"","text":"never mind"},
    {"severity":"error","code":"data.missing","path":"data","arguments":{"file":"x"},"text":"x: there is no such file"}])";
  const auto errors = findings_of("gpu2", {found, "", 3});
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0].code, "preflight.found_at");
  EXPECT_EQ(get<std::string>(get<Map>(errors[0].arguments, "why"), "code"), "data.missing");
  EXPECT_EQ(errors[0].exit_code, ExitCode::environment);
  EXPECT_EQ(get<std::string>(errors[0].arguments, "node"), "gpu2");
  EXPECT_EQ(findings_of("gpu2", {found, "", 2})[0].exit_code, ExitCode::invalid_input);
  EXPECT_TRUE(findings_of("gpu2", {"[\n]\n", "", 0}).empty());

  const auto died = findings_of("gpu2", {"", "cannot open libc.so.6\n", 127});
  ASSERT_EQ(died.size(), 1u);
  EXPECT_EQ(died[0].code, "preflight.engine");
  EXPECT_NE(died[0].message.find("cannot open libc.so.6"), std::string::npos);
}
