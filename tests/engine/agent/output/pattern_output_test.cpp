// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/output/pattern_output.h"

#include <gtest/gtest.h>

#include <cstdio>

using namespace trainyard;
using namespace trainyard::agent;

namespace {

std::string read_by(const char* text, const std::vector<std::string>& lines) {
  auto pattern = LinePattern::parse(text);
  EXPECT_TRUE(pattern);
  std::string out;
  PatternOutput reader(std::move(*pattern), text, [&](Event event) {
    if (const auto* message = std::get_if<MessageEvent>(&event.body)) out += message->code + "\n";
    const auto* metrics = std::get_if<MetricsEvent>(&event.body);
    if (!metrics) return;
    out += metrics->step ? std::to_string(*metrics->step) : "?";
    for (const auto& [name, value] : metrics->values) {
      char number[40];
      std::snprintf(number, sizeof number, " %s=%g", name.c_str(), value);
      out += number;
    }
    out += "\n";
  });
  for (const std::string& line : lines) reader.output_line(line);
  reader.finish();
  return out;
}

}  // namespace

TEST(PatternOutput, ReadsTheLinesThatFitAndNothingElse) {
  EXPECT_EQ(read_by("iter {step}: loss {loss}, {*} lr {lr}",
                    {"iter 1: loss 2.5, 12 ms, lr 3e-4", "step 1 loss 7",
                     R"({"step": 1, "loss": 7})", "iter 2: loss nan, 12 ms, lr 3e-4"}),
            "metrics.found\n1 train/loss=2.5 train/lr=0.0003\n2 train/loss=nan train/lr=0.0003\n");
}

TEST(PatternOutput, NamesCurvesAsOtherReadersDo) {
  EXPECT_EQ(read_by("{epoch} {train_loss} {val_loss} {a/b}", {"3 1 2 4", "\x1B[31m4\x1B[0m 1 2 4"}),
            "metrics.found\n3 train/loss=1 eval/loss=2 a/b=4\n4 train/loss=1 eval/loss=2 a/b=4\n");
}

TEST(PatternOutput, CountsPointsWithoutAStep) {
  EXPECT_EQ(read_by("loss {loss}", {"loss 2", "loss 1", "-1 {step}"}),
            "metrics.found\n1 train/loss=2\n2 train/loss=1\n");
}

TEST(PatternOutput, SaysThatNoLineFits) {
  EXPECT_EQ(read_by("loss {loss}", {"hello"}), "metrics.no_line_fits\n");
  EXPECT_EQ(read_by("loss {loss}", {}), "");
}
