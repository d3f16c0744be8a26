// SPDX-License-Identifier: GPL-3.0-or-later
// The run folders that a controller makes for trials.
#include "engine/controller/trial_folder.h"

#include <fstream>

#include <gtest/gtest.h>

#include "engine/contract/experiment/placeholders.h"
#include "engine/contract/experiment/reader.h"
#include "engine/contract/files/whole_file.h"
#include "engine/contract/script/shell_quote.h"
#include "tests/engine/temporary_folder.h"

namespace trainyard::controller {
namespace {

constexpr const char* study_run = "6b9e2a3c-7d43-4b6a-9f5e-0d6a1c2b3e4f";
constexpr const char* trial_run = "11111111-2222-5333-8444-555555555555";

constexpr const char* document = R"(format: 1
name: filled
workload: command
command:
  launcher: none
  program: ./train.sh
  metrics: jsonl
  arguments: ["{{ optimizer.learning_rate }}", "--mode={{ environment.variables.MODE }}", "same"]
environment: {variables: {RATE: "r={{ optimizer.learning_rate }}", KEPT: "it's"}}
)";

class TrialFolderTest : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_directories(study_.trial_template());
    std::filesystem::create_directories(study_.code());
    write(study_.run_json(), std::string(R"({"run": ")") + study_run +
                                 R"(", "name": "filled", "source": "/home/me/filled.yaml",
                                  "git_commit": "abc", "git_difference": "long"})");
    write(study_.trial_template() / "resolved.yaml", document);
    write(study_.trial_template() / "submission.json",
          R"({"target": "lab", "scheduler": "slurm"})");
    write(study_.root / "submit_once.sh", "#!/bin/sh\n");
    const auto quoted = [](const char* text) { return quote_for_shell(text); };
    write(study_.trial_template() / "job.sh",
          "#!/bin/bash\nexport KEPT=" + quoted("it's") +
              "\nexport MODE=" + quoted("{{ environment.variables.MODE }}") +
              "\nexport RATE=" + quoted("r={{ optimizer.learning_rate }}") +
              "\nexec yard-agent -- ./train.sh \\\n  " + quoted("{{ optimizer.learning_rate }}") +
              " \\\n  " + quoted("--mode={{ environment.variables.MODE }}") + " \\\n  same\n");
  }
  static void write(const std::filesystem::path& path, const std::string& text) {
    std::ofstream(path) << text;
  }
  static std::string read(const std::filesystem::path& path) {
    return read_file(path, 1u << 20).value();
  }
  TrialTemplate from() { return read_trial_template(study_).value(); }

  TemporaryFolder temporary_;
  RunFolder study_{temporary_.path() / "filled-6b9e2a3c"};
};

TEST_F(TrialFolderTest, ValuesReachTheScript) {
  const TrialTemplate made = from();
  ASSERT_TRUE(make_trial_folder(made, trial_run,
                                {"optimizer.learning_rate=0.25",
                                 "environment.variables.MODE=it's slow", "seed=7"})
                  .ok());
  const RunFolder folder = trial_folder(made, trial_run);
  EXPECT_EQ(folder.root, temporary_.path() / "filled-11111111");
  EXPECT_EQ(read(folder.script()),
            "#!/bin/bash\nexport KEPT='it'\\''s'\nexport MODE='it'\\''s slow'\nexport "
            "RATE='r=0.25'\nexec yard-agent -- ./train.sh \\\n  0.25 \\\n  '--mode=it'\\''s slow' "
            "\\\n  same\n");
  const Document resolved = read_experiment(read(folder.resolved()), "resolved.yaml");
  EXPECT_EQ(resolved.experiment.optimizer.learning_rate, 0.25);
  EXPECT_EQ(resolved.experiment.seed, 7);
  const RunIdentity identity = read_run_identity(folder).value();
  EXPECT_EQ(identity.run, trial_run);
  EXPECT_EQ(identity.study, study_run);
  EXPECT_EQ(identity.source, "/home/me/filled.yaml");
  EXPECT_TRUE(identity.git_difference.empty());
  EXPECT_EQ(std::filesystem::read_symlink(folder.code()), study_.code());
  EXPECT_EQ(read(folder.root / "submit_once.sh"), "#!/bin/sh\n");
}

// Its condition is not met: the variable is not set, rather than set to a placeholder.
TEST_F(TrialFolderTest, AVariableWithoutValueIsNotSet) {
  const TrialTemplate made = from();
  ASSERT_TRUE(make_trial_folder(made, trial_run, {"optimizer.learning_rate=0.25"}).ok());
  const std::string script = read(trial_folder(made, trial_run).script());
  EXPECT_EQ(script.find("export MODE"), script.npos) << script;
  EXPECT_NE(script.find("export RATE='r=0.25'"), script.npos) << script;
}

TEST_F(TrialFolderTest, ItMayBeRepeated) {
  const TrialTemplate made = from();
  const std::vector<std::string> values{"optimizer.learning_rate=0.5"};
  ASSERT_TRUE(make_trial_folder(made, trial_run, values).ok());
  const std::string identity = read(trial_folder(made, trial_run).run_json());
  ASSERT_TRUE(make_trial_folder(made, trial_run, values).ok());
  EXPECT_EQ(read(trial_folder(made, trial_run).run_json()), identity);
  // Killed before the last file.
  std::filesystem::remove(trial_folder(made, trial_run).run_json());
  ASSERT_TRUE(make_trial_folder(made, trial_run, values).ok());
  EXPECT_TRUE(std::filesystem::exists(trial_folder(made, trial_run).run_json()));
}

TEST_F(TrialFolderTest, AForeignFolderIsLeftAlone) {
  const TrialTemplate made = from();
  const RunFolder folder = trial_folder(made, trial_run);
  std::filesystem::create_directories(folder.root);
  write(folder.run_json(), R"({"run": "11111111-0000-5000-8000-000000000000", "name": "filled"})");
  const auto refused = make_trial_folder(made, trial_run, {});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, "run.folder_taken");
}

TEST_F(TrialFolderTest, ValuesThatTheDocumentDoesNotAllow) {
  const auto refused = make_trial_folder(from(), trial_run, {"optimizer.learning_rate=-1"});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, "search.trial_refused");
}

}  // namespace
}  // namespace trainyard::controller
