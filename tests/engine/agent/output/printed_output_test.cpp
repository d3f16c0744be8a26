// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/output/printed_output.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/agent/slurm/file_pattern.h"

using namespace trainyard;
using namespace trainyard::agent;

namespace {

// What a program that prints these lines is understood to say, one event a line. Lines of standard
// error begin with "!".
std::string understood(const std::vector<std::string>& lines) {
  std::string out;
  PrintedOutput reader("/nowhere", "", [&](Event event) {
    if (const auto* metrics = std::get_if<MetricsEvent>(&event.body)) {
      out += "step " + (metrics->step ? std::to_string(*metrics->step) : "?");
      for (const auto& [name, value] : metrics->values) {
        char number[32];
        std::snprintf(number, sizeof number, "%g", value);
        out += " " + name + "=" + number;
      }
      out += "\n";
    }
    if (const auto* message = std::get_if<MessageEvent>(&event.body)) {
      const Map* what = nullptr;
      if (const Value* found = find(message->arguments, "what")) what = found->get_if<Map>();
      out += message->code + (what ? " " + get<std::string>(*what, "code") : "") + "\n";
    }
    if (const auto* progress = std::get_if<ProgressEvent>(&event.body))
      out += "progress " + progress->phase + " " +
             std::to_string(static_cast<int>(progress->done)) + "/" +
             std::to_string(static_cast<int>(progress->total)) + "\n";
  });
  for (const std::string& line : lines)
    line.starts_with("!") ? reader.error_line(line.substr(1)) : reader.output_line(line);
  reader.finish();
  return out;
}

}  // namespace

TEST(PrintedOutput, ReadsObjectsAndDictionaries) {
  EXPECT_EQ(understood({"hello", R"({"step": 1, "loss": 2.5})", R"({"step": 2, "loss": 2})"}),
            "metrics.found found.json_lines\nstep 1 loss=2.5\nstep 2 loss=2\n");
  EXPECT_EQ(understood({"{'loss': 2.5, 'epoch': 0.1}"}),
            "metrics.found found.dictionaries\nstep ? train/loss=2.5\n");
}

TEST(PrintedOutput, ReadsNumbersThatAreNotFiniteAsPythonWritesThem) {
  EXPECT_EQ(understood({R"({"step": 20, "loss": NaN, "lr": 1e-4})",
                        R"({"step": 21, "grad": -Infinity, "text": "NaN, \"Infinity"})"}),
            "metrics.found found.json_lines\nstep 20 loss=nan lr=0.0001\nstep 21 grad=-inf\n");
}

TEST(PrintedOutput, TakesStepsFromTheBar) {
  EXPECT_EQ(understood({"! 10%|#         | 1/10 [00:01<00:09,  1.00it/s]", "{'loss': 3.0}",
                        "! 20%|##        | 2/10 [00:02<00:08,  1.00it/s]"}),
            "progress  1/10\nmetrics.found found.dictionaries\nstep 2 train/loss=3\n");
}

TEST(PrintedOutput, ReadsValuesBehindABar) {
  EXPECT_EQ(understood({"!Epoch 0:  50%|#####     | 2/4 [00:01<00:01, 2.0it/s, loss=2.31, v_num=3]",
                        "!Epoch 0: 100%|##########| 4/4 [00:02<00:00, 2.0it/s, loss=2.1]",
                        "!Validation: 100%|####| 3/3 [00:02<00:00, 2.0it/s, loss=9]",
                        "!Epoch 1:  25%|##        | 1/4 [00:00<00:01, 2.0it/s, loss=1.5]"}),
            "metrics.found found.progress_bar\nstep 2 loss=2.31 v_num=3\nprogress Epoch 0 2/4\n"
            "step 4 loss=2.1\nprogress Epoch 0 4/4\nprogress Validation 3/3\nstep 5 loss=1.5\n");
}

// No training has such counts, and sums of them would be none.
TEST(PrintedOutput, PassesOverCountsBeyondAll) {
  EXPECT_EQ(understood({"!a: 50%|##| 9223372036854775807/4 [00:01<00:01, 2.0it/s, loss=2]",
                        "!a: 50%|##| -2/4 [00:01<00:01, 2.0it/s, loss=2]",
                        R"({"step": 1e300, "tokens": -1, "loss": 2})"}),
            "metrics.found found.json_lines\nstep ? step=1e+300 tokens=-1 loss=2\n");
}

TEST(PrintedOutput, ReadsOneOfTheLabelledTasks) {
  EXPECT_EQ(understood({R"(0: {"step": 1, "loss": 2})", R"(1: {"step": 1, "loss": 7})",
                        R"(0: {"step": 2, "loss": 1})"}),
            "metrics.found found.json_lines\nstep 1 loss=2\nstep 2 loss=1\n");
}

TEST(PrintedOutput, SaysThatItFoundNothing) {
  EXPECT_EQ(understood({"loss 2.5", "{broken", "!Traceback"}), "metrics.nothing_found\n");
  EXPECT_EQ(understood({"! 100%|####| 4/4 [00:02<00:00, 2.0it/s]"}),
            "progress  4/4\nmetrics.only_progress\n");
  EXPECT_EQ(understood({}), "") << "nothing was printed that could have been read";
  EXPECT_EQ(understood({"!loss 2.5"}), "metrics.nothing_found\n");
}

TEST(PrintedOutput, LearnsALineThatComesAgain) {
  EXPECT_EQ(understood({"step 1: loss 2.5, lr 3e-4", "hello 3", "step 2: loss 2, lr 3e-4"}),
            "metrics.found found.lines\nstep 1 train/loss=2.5 train/lr=0.0003\n"
            "step 2 train/loss=2 train/lr=0.0003\n");
  EXPECT_EQ(understood({"!step 1: loss 2.5", "!step 2: loss 2"}),
            "metrics.found found.lines\nstep 1 train/loss=2.5\nstep 2 train/loss=2\n");
}

// What is printed in a format that is meant to be read says the same as the lines for people.
TEST(PrintedOutput, ReadsLinesOnlyWhereNothingIsToldOtherwise) {
  EXPECT_EQ(understood({R"({"step": 1, "loss": 2.5})", "step 1: loss 2.5", "step 2: loss 2",
                        "step 3: loss 1"}),
            "metrics.found found.json_lines\nstep 1 loss=2.5\n");
}

// Settings are printed as objects, too.
TEST(PrintedOutput, PassesOverSettings) {
  EXPECT_EQ(understood({R"({"lr": 0.1, "batch_size": 32})"}), "metrics.nothing_found\n");
  EXPECT_EQ(understood({R"({"fid": 30.5})", R"({"fid": 20.5})"}),
            "metrics.found found.json_lines\nstep ? fid=30.5\nstep ? fid=20.5\n");
  EXPECT_EQ(understood({R"({"x": 3})", R"({"x": 3})", R"({"x": 2})"}),
            "metrics.found found.json_lines\nstep ? x=3\nstep ? x=2\n");
}

TEST(PrintedOutput, IsBoundedInWhatItKeeps) {
  std::vector<std::string> lines;
  for (int i = 0; i < 5000; ++i) {
    std::string name = "loss_";
    for (int rest = i + 1; rest > 0; rest /= 26) name += static_cast<char>('a' + rest % 26);
    lines.push_back("step " + std::to_string(i) + " " + name + " 0.5");
  }
  for (int i = 0; i < 3; ++i)
    lines.push_back("step " + std::to_string(i) + " loss 0." + std::to_string(i));
  lines.push_back(std::string(60000, 'x') + " loss 0.5");
  EXPECT_EQ(understood(lines).substr(0, 50),
            std::string("metrics.found found.lines\nstep 0 train/loss=0\nstep 1").substr(0, 50));
}

// What the sentence tells to add is read.
TEST(PrintedOutput, ReadsTheLineThatItAsksFor) {
  EXPECT_EQ(understood({"{'step': 10, 'loss': 2.5}"}),
            "metrics.found found.dictionaries\nstep 10 train/loss=2.5\n");
  EXPECT_EQ(understood({"step 10: loss 2.5", "step 20: loss 2"}),
            "metrics.found found.lines\nstep 10 train/loss=2.5\nstep 20 train/loss=2\n");
}

TEST(SlurmFileName, FillsInWhatTheJobIsCalled) {
  const Environment job{{"SLURM_JOB_ID", "1234"},         {"SLURM_JOB_NAME", "my job"},
                        {"SLURMD_NODENAME", "gpu4.site"}, {"USER", "me"},
                        {"SLURM_ARRAY_JOB_ID", "1230"},   {"SLURM_ARRAY_TASK_ID", "14"}};
  const auto name = [&](const char* pattern) {
    return file_of_pattern(pattern, job, "/w").string();
  };
  EXPECT_EQ(name("slurm-%j.out"), "/w/slurm-1234.out");
  EXPECT_EQ(name("logs/%x-%A_%a.%N.%u"), "/w/logs/my job-1230_14.gpu4.me");
  EXPECT_EQ(name("/abs/%6j%%j-%b-%3t"), "/abs/001234%j-4-000");
  EXPECT_EQ(name("%12j %99999999999999999999j %04j"), "/w/0000001234 0000001234 1234");
  EXPECT_EQ(name("a\\%j"), "/w/a%j");
  EXPECT_EQ(name("%q-%"), "/w/%q-%");
}
