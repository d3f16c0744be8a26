// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/output/huggingface_output.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "tests/engine/temporary_folder.h"

using namespace trainyard;
using namespace trainyard::agent;

namespace {

struct Collected {
  std::vector<MetricsEvent> points;
  trainyard::agent::MetricsReader::Emit emit() {
    return [this](Event event) { points.push_back(std::get<MetricsEvent>(event.body)); };
  }
};

double value(const MetricsEvent& metrics, const std::string& name) {
  for (const auto& [key, number] : metrics.values)
    if (key == name) return number;
  ADD_FAILURE() << name;
  return 0;
}

constexpr const char* printed =
    "{'loss': '5.376', 'grad_norm': '1.2', 'learning_rate': '4e-05', 'epoch': '0.3125'}";

}  // namespace

TEST(PrintedDictionary, IsReadWithAndWithoutQuotes) {
  for (const char* line :
       {printed, "{'loss': 5.376, 'grad_norm': 1.2, 'learning_rate': 4e-05, 'epoch': 0.3125}"}) {
    const auto metrics = parse_printed_dictionary(line);
    ASSERT_TRUE(metrics) << line;
    EXPECT_EQ(value(*metrics, "train/loss"), 5.376);
    EXPECT_EQ(value(*metrics, "train/learning_rate"), 4e-05);
    EXPECT_EQ(metrics->epoch, 0.3125);
    EXPECT_FALSE(metrics->step);
  }
  const auto beyond = parse_printed_dictionary("{'loss': 1, 'step': 1e300, 'num_tokens': -5}");
  ASSERT_TRUE(beyond);
  EXPECT_FALSE(beyond->step || beyond->tokens);  // values like others
  EXPECT_EQ(value(*beyond, "train/step"), 1e300);
  // Both are train/x.
  const auto twice = parse_printed_dictionary("{'x': 1, 'train_x': 2}");
  ASSERT_TRUE(twice && twice->values.size() == 1);
  EXPECT_EQ(value(*twice, "train/x"), 2);
  const auto nan = parse_printed_dictionary("{'loss': nan, 'eval_loss': 'inf'}");
  ASSERT_TRUE(nan);
  EXPECT_TRUE(std::isnan(value(*nan, "train/loss")));
  EXPECT_TRUE(std::isinf(value(*nan, "eval/loss")));
}

TEST(PrintedDictionary, OtherLinesAreNone) {
  for (const char* line :
       {"", "{}", "{'loss'", "{'loss': }", "{'loss': [1, 2]}", "loss: {'loss': 1}",
        "{\"a\": {'b': 1}}", "{'name': 'gpt2'}", "{'loss': '1.0'", "{'a': 1 'b': 2}"})
    EXPECT_FALSE(parse_printed_dictionary(line)) << line;
}

TEST(TrainingBar, IsTheOneWithoutADescription) {
  EXPECT_EQ(parse_training_bar(" 31%|###   | 10/32 [00:01<00:02,  9.1it/s]"),
            std::pair(std::int64_t(10), std::int64_t(32)));
  EXPECT_FALSE(parse_training_bar("Map: 100%|######| 1000/1000 [00:00<00:00]"));
  EXPECT_FALSE(parse_training_bar("5% of all | 3/4"));
  EXPECT_FALSE(parse_training_bar(" 31%|###   | -10/32 [00:01<00:02,  9.1it/s]"));
  EXPECT_FALSE(parse_training_bar(" 31%|###"));
}

TEST(HuggingfaceOutput, TakesTheStepOfTheBarRedrawnAfter) {
  Collected collected;
  HuggingfaceOutput reader("/nowhere", collected.emit());
  reader.error_line("  0%|      | 0/32 [00:00<?, ?it/s]");
  reader.error_line(" 31%|###   | 10/32 [00:01<00:02,  9.1it/s]");
  reader.output_line(printed);
  EXPECT_TRUE(collected.points.empty());
  reader.error_line(" 50%|#     | 4/8 [00:01<00:02,  9.1it/s]");  // an evaluation's
  EXPECT_TRUE(collected.points.empty());
  reader.error_line(" 31%|###   | 10/32 [00:01<00:02,  9.1it/s]");
  ASSERT_EQ(collected.points.size(), 1u);
  EXPECT_EQ(collected.points[0].step, 10);
}

TEST(HuggingfaceOutput, GivesAPointAtOnceWhereThereIsNoBar) {
  Collected collected;
  HuggingfaceOutput reader("/nowhere", collected.emit());
  for (std::size_t count = 1; count <= 5; ++count) {
    reader.output_line(printed);
    EXPECT_EQ(collected.points.size(), count);
    EXPECT_EQ(reader.waiting(), 0);
  }
  EXPECT_FALSE(collected.points[0].step);
}

TEST(HuggingfaceOutput, OnePointAtMostWaitsForItsBar) {
  Collected collected;
  HuggingfaceOutput reader("/nowhere", collected.emit());
  reader.error_line(" 31%|###   | 10/32 [00:01<00:02,  9.1it/s]");
  reader.output_line(printed);
  EXPECT_EQ(reader.waiting(), 1);
  reader.output_line(printed);
  EXPECT_EQ(collected.points.size(), 1u) << "the next one ends its wait";
  EXPECT_EQ(reader.waiting(), 2);
  reader.give_up_waiting();
  EXPECT_EQ(collected.points.size(), 2u);
  EXPECT_EQ(reader.waiting(), 0);
}

TEST(HuggingfaceOutput, TheLastLinesHaveTheStepAtWhichTrainingEnded) {
  for (const bool is_redrawn : {true, false}) {
    Collected collected;
    HuggingfaceOutput reader("/nowhere", collected.emit());
    reader.error_line(" 94%|##### | 30/32 [00:03<00:00,  9.1it/s]");
    if (!is_redrawn) reader.error_line("100%|######| 32/32 [00:04<00:00,  9.1it/s]");
    reader.output_line("{'loss': '4.1', 'learning_rate': '0', 'epoch': '1'}");
    reader.output_line("{'eval_loss': '4.5', 'eval_runtime': '0.2', 'epoch': '1'}");
    reader.output_line("{'train_runtime': '3.4', 'train_loss': '4.8', 'epoch': '1'}");
    EXPECT_TRUE(collected.points.empty());
    if (is_redrawn) reader.error_line("100%|######| 32/32 [00:04<00:00,  9.1it/s]");
    reader.finish();
    ASSERT_EQ(collected.points.size(), 3u);
    for (const MetricsEvent& point : collected.points) EXPECT_EQ(point.step, 32);
  }
}

TEST(HuggingfaceOutput, LinesOfOtherStepsDoNotGetTheStepOfALaterBar) {
  Collected collected;
  HuggingfaceOutput reader("/nowhere", collected.emit());
  reader.error_line(" 31%|###   | 10/32 [00:01<00:02,  9.1it/s]");
  reader.output_line("{'loss': '4.1', 'epoch': '0.5'}");
  reader.output_line("{'eval_loss': '4.5', 'epoch': '0.6'}");
  reader.error_line(" 62%|###   | 20/32 [00:01<00:02,  9.1it/s]");
  ASSERT_EQ(collected.points.size(), 2u);
  EXPECT_FALSE(collected.points[0].step);
  EXPECT_EQ(collected.points[1].step, 20);
}

TEST(HuggingfaceOutput, IsSilentWhenTheCallbackWorks) {
  Collected collected;
  HuggingfaceOutput reader("/nowhere", collected.emit());
  reader.event_seen(Event{0, -1, StartEvent{}});
  reader.output_line(printed);
  reader.finish();
  EXPECT_TRUE(collected.points.empty());
}

TEST(HuggingfaceOutput, IsCorrectedByTrainerState) {
  TemporaryFolder folder;
  Collected collected;
  HuggingfaceOutput reader(folder.path(), collected.emit());
  std::filesystem::create_directory(folder.path() / "checkpoint-10");
  std::ofstream(folder.path() / "checkpoint-10/trainer_state.json")
      << R"({"log_history": [{"loss": 5.37612345, "epoch": 0.3125, "step": 10}, {"eval_loss": NaN, "step": 10}, {"step": 11}], "global_step": 10})";
  reader.look_around();
  EXPECT_TRUE(collected.points.empty()) << "nothing was printed, nothing needs correction";
  reader.output_line(printed);
  reader.finish();
  ASSERT_EQ(collected.points.size(), 3u);
  EXPECT_EQ(collected.points[1].step, 10);
  EXPECT_EQ(value(collected.points[1], "train/loss"), 5.37612345);
  EXPECT_TRUE(std::isnan(value(collected.points[2], "eval/loss")));
}

TEST(MetricName, FollowsTheContract) {
  EXPECT_EQ(metric_name("grad_norm"), "train/gradient_norm");
  EXPECT_EQ(metric_name("eval_accuracy"), "eval/accuracy");
  EXPECT_EQ(metric_name("train_loss"), "train/mean_loss");
  EXPECT_EQ(metric_name("entropy"), "train/entropy");
  EXPECT_EQ(metric_name("val/loss"), "val/loss");
}
