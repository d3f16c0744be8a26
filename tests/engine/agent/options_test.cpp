// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/job/options.h"

#include <gtest/gtest.h>

using namespace trainyard;
using namespace trainyard::agent;

TEST(Options, ReadsEveryOptionInBothForms) {
  const auto options = parse_options({"--run-dir",
                                      "/runs/a b",
                                      "--launcher=torchrun",
                                      "--nproc-per-node",
                                      "auto",
                                      "--workload",
                                      "engine",
                                      "--metrics",
                                      "huggingface",
                                      "--rule",
                                      "stop when eval/loss > 3 for 20 points",
                                      "--rule=loss is not finite",
                                      "--stop-signal",
                                      "USR1",
                                      "--stop-grace-seconds",
                                      "7.5",
                                      "--end-time",
                                      "1700000000",
                                      "--variable",
                                      "A=x=y",
                                      "--variable=B",
                                      "--port",
                                      "0",
                                      "--",
                                      "train.py",
                                      "--lr",
                                      "1"});
  ASSERT_TRUE(options) << options.error().message;
  EXPECT_EQ(options->run_dir, "/runs/a b");
  EXPECT_EQ(options->launcher, Launcher::torchrun);
  EXPECT_FALSE(options->processes_per_node);
  EXPECT_EQ(options->workload, Workload::engine);
  EXPECT_EQ(options->metrics.kind, ScriptMetrics::huggingface);
  ASSERT_EQ(options->rules.size(), 2u);
  EXPECT_EQ(options->rules[0].points, 20);
  EXPECT_EQ(options->rules[1].text, "loss is not finite");
  EXPECT_EQ(options->stop_signal, 10);
  EXPECT_EQ(options->stop_grace_seconds, 7.5);
  EXPECT_EQ(options->end_time, 1700000000.0);
  ASSERT_EQ(options->variables.size(), 2u);
  EXPECT_EQ(options->variables[0].value, "x=y");
  EXPECT_FALSE(options->variables[1].value);
  EXPECT_EQ(options->command, (std::vector<std::string>{"train.py", "--lr", "1"}));
}

TEST(Options, RefusesWhatItDoesNotUnderstandAndNamesIt) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases = {
      {{"--", "a"}, "--run-dir"},
      {{"--run-dir", "d"}, "PROGRAM"},
      {{"--run-dir", "d", "--"}, "PROGRAM"},
      {{"--run-dir", "d", "--", ""}, "PROGRAM"},
      {{"--run-dir", "d", "--colour", "red", "--", "a"}, "--colour"},
      {{"--run-dir", "d", "train.py"}, "train.py"},
      {{"--run-dir", "d", "--nproc-per-node", "0", "--", "a"}, "--nproc-per-node"},
      {{"--run-dir", "d", "--nproc-per-node", "2x", "--", "a"}, "2x"},
      {{"--run-dir", "d", "--launcher", "mpirun", "--", "a"}, "none|srun|torchrun"},
      {{"--run-dir", "d", "--metrics-pattern", "loss {loss}{step}", "--", "a"},
       "--metrics-pattern"},
      {{"--run-dir", "d", "--rule", "loss = 3", "--", "a"}, "--rule"},
      {{"--run-dir", "d", "--stop-signal", "SIGNOTHING", "--", "a"}, "SIGNOTHING"},
      {{"--run-dir", "d", "--end-time", "nan", "--", "a"}, "--end-time"},
      {{"--run-dir", "d", "--variable", "1A=2", "--", "a"}, "--variable"},
      {{"--run-dir", "d", "--port", "70000", "--", "a"}, "--port"},
      {{"--run-dir"}, "--run-dir"},
  };
  for (const auto& [arguments, words] : cases) {
    const auto options = parse_options(arguments);
    ASSERT_FALSE(options) << words;
    EXPECT_EQ(options.error().exit_code, ExitCode::invalid_input);
    EXPECT_NE(options.error().message.find(words), std::string::npos) << options.error().message;
  }
}

TEST(Options, TakeWordsAsTheyAre) {
  const auto options =
      parse_options({"--run-dir", "first", "--run-dir", "/b c", "--job-id", "", "--variable",
                     "A=[1, 2]", "--variable", "B=", "--array-index", "7", "--node-command=--nv",
                     "--node-command=[x]", "--", "a", "--run-dir", "--"});
  ASSERT_TRUE(options) << options.error().message;
  EXPECT_EQ(options->run_dir, "/b c") << "the last counts";
  EXPECT_EQ(options->job_id, "");
  ASSERT_EQ(options->variables.size(), 2u);
  EXPECT_EQ(options->variables[0].value, "[1, 2]");
  EXPECT_EQ(options->variables[1].value, "");
  EXPECT_EQ(options->array_index, "7");
  EXPECT_EQ(options->node_command, (std::vector<std::string>{"--nv", "[x]"}));
  EXPECT_EQ(options->command, (std::vector<std::string>{"a", "--run-dir", "--"}));
}

TEST(Options, HelpNamesEveryOption) {
  for (const char* name :
       {"--run-dir", "--scheduler", "--launcher", "--nproc-per-node", "--workload", "--metrics",
        "--rule", "--stop-signal", "--stop-grace-seconds", "--end-time",
        "--signal-before-end-seconds", "--job-id", "--array-index", "--variable",
        "--working-directory", "--python", "--address", "--port"})
    EXPECT_NE(help_text().find(std::string("  ") + name + " "), std::string::npos) << name;
}

TEST(Signals, HaveNamesAndNumbers) {
  EXPECT_EQ(signal_number("SIGTERM"), 15);
  EXPECT_EQ(signal_number("9"), 9);
  EXPECT_FALSE(signal_number(""));
  EXPECT_FALSE(signal_number("TERMINATE"));
  EXPECT_EQ(signal_name(11), "SIGSEGV");
  EXPECT_EQ(signal_name(40), "signal 40");
}
