// SPDX-License-Identifier: GPL-3.0-or-later
// An attempt's output, written by OutputFiles and read again: text, order, times and curves.
#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <sstream>

#include "engine/agent/output/kept_output.h"
#include "engine/agent/output/output_files.h"
#include "engine/agent/output/read_again.h"
#include "engine/contract/run/events.h"
#include "engine/contract/run/metrics_reading.h"
#include "engine/system/unix_time.h"
#include "tests/engine/temporary_folder.h"

namespace trainyard::agent {
namespace {

using namespace std::chrono_literals;

class ReadAgain : public testing::Test {
 protected:
  void write(const std::vector<std::pair<OutputKind, std::string>>& pieces) {
    OutputFiles files(folder());
    ASSERT_TRUE(files.open("node1", {0, 1}));
    for (const auto& [kind, text] : pieces) files.write(0, kind, text);
    files.write(1, OutputKind::output, "iter 1: loss 99\niter 2: loss 99\n");
    files.finish(10s);
  }

  std::filesystem::path folder() {
    const auto attempt = folder_.path() / "attempts/0001";
    std::filesystem::create_directories(attempt);
    return attempt;
  }

  std::vector<std::string> lines() {
    std::vector<std::string> found;
    read_kept_output(folder(), 0, [&](const KeptLine& line) {
      found.push_back((line.kind == OutputKind::error ? "err " : "out ") + std::string(line.text));
      times_.push_back(line.time);
      return true;
    });
    return found;
  }

  // The values by step of one curve.
  std::vector<std::pair<std::int64_t, double>> read(const MetricsReading& reading,
                                                    const std::string& name) {
    std::istringstream in(to_json(Value(to_map(reading))));
    std::ostringstream out;
    EXPECT_EQ(read_again(folder(), in, out, errors_), 0);
    std::vector<std::pair<std::int64_t, double>> values;
    std::istringstream printed(out.str());
    for (std::string line; std::getline(printed, line);) {
      const auto event = parse_event(line);
      const auto* metrics = event ? std::get_if<MetricsEvent>(&event->body) : nullptr;
      if (!metrics) continue;
      EXPECT_EQ(metrics->source, PointSource::printed);
      for (const auto& [metric, value] : metrics->values)
        if (metric == name) values.emplace_back(metrics->step.value_or(-1), value);
    }
    return values;
  }

  TemporaryFolder folder_;
  std::vector<double> times_;
  std::ostringstream errors_;
};

TEST_F(ReadAgain, LinesComeAsTheyWere) {
  const double before = unix_time();
  write({{OutputKind::output, "one\ntwo"},
         {OutputKind::error, "a bar 1%\ra bar 2%\nwarning\n"},
         {OutputKind::output, " and more\n\nlast without an end"}});
  const auto found = lines();
  EXPECT_EQ(found,
            (std::vector<std::string>{"out one", "err a bar 1%", "err a bar 2%", "err warning",
                                      "out two and more", "out last without an end"}));
  for (const double time : times_) EXPECT_NEAR(time, before, 30);
  EXPECT_EQ(kept_ranks(folder()), (std::vector<int>{0, 1}));
}

TEST_F(ReadAgain, WithoutTheMergedFileTheStreamsFollowEachOther) {
  write({{OutputKind::error, "e\n"}, {OutputKind::output, "o\n"}});
  std::filesystem::remove(folder() / "merged.log");
  EXPECT_EQ(lines(), (std::vector<std::string>{"out o", "err e"}));
}

TEST_F(ReadAgain, CurvesAreLearnedOrFollowAPattern) {
  std::string text;
  for (int i = 1; i <= 5; ++i)
    text += "iter " + std::to_string(i) + " seen " + std::to_string(i * 64) + ": loss " +
            std::to_string(i) + ".5, mfu 17.5%\n";
  write({{OutputKind::output, text}});
  MetricsReading reading;
  reading.kind = ScriptMetrics::automatic;
  const auto loss = read(reading, "train/loss");
  ASSERT_EQ(loss.size(), 5u);
  EXPECT_EQ(loss.front(), (std::pair<std::int64_t, double>{1, 1.5}));
  EXPECT_EQ(read(reading, "train/mfu").size(), 5u);
  reading.step = "seen";
  EXPECT_EQ(read(reading, "train/loss").back(), (std::pair<std::int64_t, double>{320, 5.5}));
  reading.leave_out = {"mfu"};
  EXPECT_TRUE(read(reading, "train/mfu").empty());
  EXPECT_EQ(read(reading, "train/loss").size(), 5u);
  reading = {ScriptMetrics::automatic, "iter {step} {*} mfu {mfu}", "", {}};
  EXPECT_EQ(read(reading, "train/mfu").size(), 5u);
  EXPECT_TRUE(read(reading, "train/loss").empty());
}

TEST_F(ReadAgain, JsonLinesOfAllRanks) {
  OutputFiles files(folder());
  ASSERT_TRUE(files.open("node1", {0, 1}));
  files.write(0, OutputKind::output, "{\"step\": 1, \"loss\": 2}\n");
  files.write(1, OutputKind::output, "{\"step\": 2, \"loss\": 1}\n");
  files.finish(10s);
  EXPECT_EQ(read({ScriptMetrics::jsonl, "", "", {}}, "loss").size() +
                read({ScriptMetrics::jsonl, "", "", {}}, "train/loss").size(),
            2u);
}

TEST_F(ReadAgain, WhatCannotBeReadIsSaid) {
  std::ostringstream out;
  for (const char* text : {"", "[]", "{\"pattern\": \"{a}{b}\"}"}) {
    std::istringstream in(text);
    EXPECT_EQ(read_again(folder(), in, out, errors_), 2) << text;
  }
  std::istringstream in("{}");
  EXPECT_EQ(read_again(folder(), in, out, errors_), 3);
  EXPECT_NE(errors_.str().find("no output of a program"), std::string::npos);
  EXPECT_EQ(out.str(), "");
}

}  // namespace
}  // namespace trainyard::agent
