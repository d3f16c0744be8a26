// SPDX-License-Identifier: GPL-3.0-or-later
// Names, and which source tells a curve.
#include "engine/agent/trackers/tracked_curves.h"

#include <gtest/gtest.h>

#include "engine/agent/trackers/curve_precedence.h"

using namespace trainyard;
using namespace trainyard::agent;

namespace {

struct Curves {
  std::string text;  // "step/epoch name=value ...", an event a line
  TrackedCurves curves;

  explicit Curves(const std::string& prefix = {})
      : curves(prefix, [this](const MetricsEvent& event) {
          text += event.step ? std::to_string(*event.step) : "-";
          if (event.epoch) text += "/" + std::to_string(static_cast<int>(*event.epoch));
          for (const auto& [name, value] : event.values)
            text += " " + name + "=" + std::to_string(static_cast<int>(value));
          text += "\n";
        }) {}

  void take(TrackerKind kind, const std::string& folder, std::int64_t step, MetricValues values) {
    curves.take({kind, folder + "/file", folder, {}},
                {std::nullopt, step, {}, std::move(values), {}});
  }
  std::string told() {
    curves.flush();
    return std::exchange(text, {});
  }
};

constexpr TrackerKind board = TrackerKind::tensorboard, wandb = TrackerKind::wandb;

}  // namespace

TEST(TrackedName, IsTheSameForTheSameMetric) {
  const auto name = [](const char* key) { return tracked_metric_name(key, false); };
  for (const char* key : {"Loss/train", "train_loss", "train/loss", "loss", "Loss/Train"})
    EXPECT_EQ(name(key), "train/loss") << key;
  for (const char* key : {"val_loss", "val/loss", "eval_loss", "Loss/val", "validation/loss",
                          "valid_loss", "eval/loss", "Loss/eval"})
    EXPECT_EQ(name(key), "eval/loss") << key;
  EXPECT_EQ(name("Accuracy/test"), "test/accuracy");
  EXPECT_EQ(name("train/grad_norm"), "train/gradient_norm");
  EXPECT_EQ(name("train/train_loss"), "train/mean_loss");
  EXPECT_EQ(name("accuracy"), "train/accuracy");
  EXPECT_EQ(name("gan/d_loss"), "gan/d_loss");
  EXPECT_EQ(name("train/eval_loss"), "train/eval_loss");
  EXPECT_EQ(name("val/deep/loss"), "eval/deep/loss");
  EXPECT_EQ(tracked_metric_name("train_loss", true), "train/mean_loss");
}

TEST(TrackedCurves, ValuesOfAStepAreOneEvent) {
  Curves curves;
  curves.take(board, "/r/runs/a", 1, {{"loss", 3}});
  curves.take(board, "/r/runs/a", 1, {{"lr", 2}});
  curves.take(board, "/r/runs/a", 2, {{"loss", 1}});
  curves.take(board, "/r/runs/a", 2, {{"loss", 4}});  // a name twice
  curves.take(board, "/r/runs/a", 1, {{"loss", 5}});  // a step back
  EXPECT_EQ(curves.told(),
            "1 train/loss=3 train/lr=2\n2 train/loss=1\n2 train/loss=4\n1 train/loss=5\n");
}

TEST(TrackedCurves, StepsAndEpochsThatAreLoggedCount) {
  Curves curves;
  curves.take(wandb, "/w/a", 3,
              {{"train/loss", 1}, {"train/global_step", 500}, {"train/epoch", 2}});
  curves.take(wandb, "/w/a", 4, {{"epoch", 2}});
  EXPECT_EQ(curves.told(), "500/2 train/loss=1\n");
}

TEST(TrackedCurves, WhatTwoTrackersTellIsOneCurve) {
  Curves curves;
  curves.take(board, "/r/runs/a", 1, {{"train/loss", 3}});
  curves.take(wandb, "/r/wandb/b", 1, {{"train_loss", 3}, {"only_here", 1}});
  EXPECT_EQ(curves.told(), "1 train/loss=3 train/only_here=1\n");
}

TEST(TrackedCurves, RunsOfOneTrackerHaveTheirFolderWhereTheyDiffer) {
  Curves curves;
  curves.take(board, "/r/runs/a", 1, {{"loss", 3}});
  curves.take(board, "/r/runs/b", 1, {{"loss", 4}, {"other", 1}});
  curves.take(board, "/r/runs/a", 2, {{"loss", 5}});
  EXPECT_EQ(curves.told(), "1 train/loss=3 b/train/loss=4 train/other=1\n2 train/loss=5\n");
}

TEST(TrackedCurves, AnotherProcessOfAParallelJobHasItsRankInAllNames) {
  Curves curves;
  const auto take = [&](const char* folder, std::optional<int> rank, MetricValues values) {
    const std::string path = std::string("/r/runs/") + folder;
    curves.curves.take({board, path + "/file", path, {}, false, true, rank},
                       {std::nullopt, 1, {}, std::move(values), {}});
  };
  take("a", 0, {{"loss", 3}});
  take("b", 1, {{"loss", 4}});
  take("b", 1, {{"late", 5}});
  take("a", 0, {{"late", 6}});
  take("again", 1, {{"loss", 7}});  // a second run of a process
  take("unknown", {}, {{"loss", 8}});
  EXPECT_EQ(curves.told(),
            "1 train/loss=3 rank1/train/loss=4 rank1/train/late=5 train/late=6 "
            "again/train/loss=7 unknown/train/loss=8\n");
}

TEST(TrackedCurves, FoldersOfSplitsAndPairsBecomeNames) {
  Curves curves;
  curves.take(board, "/r/logs/train", 1, {{"epoch_loss", 3}});
  curves.take(board, "/r/logs/validation", 1, {{"epoch_loss", 4}});
  curves.take(board, "/r/runs/a/Loss_train", 1, {{"Loss", 5}});
  curves.take(board, "/r/runs/a/Loss_val", 1, {{"Loss", 6}});
  EXPECT_EQ(curves.told(), "1 train/epoch_loss=3 eval/epoch_loss=4 train/loss=5 eval/loss=6\n");
}

TEST(TrackedCurves, OtherNodesAndBoundsOfNames) {
  Curves curves("node2/");
  curves.take(board, "/r/runs/a", 1, {{"loss", 3}, {std::string(501, 'x'), 1}});
  curves.take(board, "/r/runs/a", -5, {{"loss", 4}});
  EXPECT_EQ(curves.told(), "1 node2/train/loss=3\n- node2/train/loss=4\n");
}

TEST(CurvePrecedence, ASourceThatCountsMoreTakesACurveOver) {
  CurvePrecedence precedence;
  const auto admitted = [&](PointSource source, MetricValues values) {
    Event event{0, -1, MetricsEvent{1, {}, {}, std::move(values)}};
    std::string names = precedence.admit(event, source) ? "" : "none";
    for (const auto& [name, value] : std::get<MetricsEvent>(event.body).values) names += name + " ";
    return names;
  };
  EXPECT_EQ(admitted(PointSource::printed, {{"a", 1}, {"b", 1}}), "a b ");
  EXPECT_EQ(admitted(PointSource::tracker, {{"a", 1}, {"c", 1}}), "a c ");
  EXPECT_EQ(admitted(PointSource::printed, {{"a", 1}, {"b", 1}}), "b ");
  EXPECT_EQ(admitted(PointSource::sent, {{"c", 1}}), "c ");
  EXPECT_EQ(admitted(PointSource::tracker, {{"c", 1}}), "none");
  Event message{0, -1, MessageEvent{}};
  EXPECT_TRUE(precedence.admit(message, PointSource::printed));
}
