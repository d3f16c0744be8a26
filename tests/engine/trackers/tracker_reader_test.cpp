// SPDX-License-Identifier: GPL-3.0-or-later
// What the readers make of files; that it is what the trackers' own readers find is
// trackers_parity's.
#include "engine/trackers/tracker_reader.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/trackers/wandb_log.h"
#include "tests/engine/trackers/tracker_bytes.h"

using namespace trainyard;

namespace {

// Points as text: "step/epoch name=value ...".
std::string text_of(const std::vector<TrackedPoint>& points) {
  std::string text;
  for (const TrackedPoint& point : points) {
    text += point.step ? std::to_string(*point.step) : "-";
    if (point.epoch) text += "/" + std::to_string(static_cast<int>(*point.epoch));
    for (const auto& [name, value] : point.values) {
      char number[32];
      std::snprintf(number, sizeof number, "%g", value);
      text += " " + name + "=" + number;
    }
    text += "\n";
  }
  return text;
}

std::string read_text(TrackerKind kind, std::string_view bytes, const std::string& metric = {}) {
  const auto whole = make_tracker_reader(kind, metric), pieces = make_tracker_reader(kind, metric);
  const std::string text = text_of(read_points(*whole, bytes).points);
  EXPECT_EQ(text_of(read_points(*pieces, bytes, 3).points), text) << "in pieces";
  EXPECT_EQ(whole->whole_bytes(), pieces->whole_bytes());
  return text;
}

}  // namespace

TEST(TensorboardReader, TakesScalarsInBothForms) {
  const auto tensor = [](ProtobufMessage content, std::string_view plugin) {
    const ProtobufMessage data = ProtobufMessage().add(1, plugin);
    const ProtobufMessage value = ProtobufMessage()
                                      .add(1, std::string_view("tag"))
                                      .add(9, ProtobufMessage().add(1, data))
                                      .add(8, content);
    return framed_record(
        ProtobufMessage().add(2, std::int64_t{4}).add(5, ProtobufMessage().add(1, value)).bytes());
  };
  const auto typed = [](std::int64_t type) { return ProtobufMessage().add(1, type); };
  const std::string bytes =
      scalar_record("loss", 0, 2.5f) + scalar_record("loss", 7, NAN) +
      tensor(typed(1).add(5, std::string_view("\0\0\x20\x40", 4)), "scalars") +  // packed
      tensor(typed(1).add(4, std::string_view("\0\0\x20\x40", 4)), "scalars") +  // as content
      tensor(typed(2).add(6, 0.1), "scalars") + tensor(typed(9).add(10, std::int64_t{-3}), "") +
      tensor(typed(7).add(8, std::string_view("words")), "text") +
      tensor(typed(1).add(5, std::string_view("\0\0\x20\x40", 4)), "histograms") +
      tensor(typed(1).add(4, std::string_view("\0\0", 2)), "scalars");
  EXPECT_EQ(read_text(TrackerKind::tensorboard, bytes),
            "0 loss=2.5\n7 loss=nan\n4 tag=2.5\n4 tag=2.5\n4 tag=0.1\n4 tag=-3\n");
}

TEST(TensorboardReader, KeepsHyperparameters) {
  const auto entry = [](std::string_view key, const ProtobufMessage& value) {
    return ProtobufMessage().add(1, key).add(2, value);
  };
  const ProtobufMessage start =
      ProtobufMessage()
          .add(1, entry("lr", ProtobufMessage().add(2, 0.1)))
          .add(1, entry("name", ProtobufMessage().add(3, std::string_view("mlp"))))
          .add(1, entry("ok", ProtobufMessage().add(4, std::int64_t{1})))
          .add(1, entry("lr", ProtobufMessage().add(2, 9.0)));
  const ProtobufMessage plugin =
      ProtobufMessage().add(1, std::string_view("hparams")).add(2, ProtobufMessage().add(3, start));
  const ProtobufMessage value = ProtobufMessage()
                                    .add(1, std::string_view("_hparams_"))
                                    .add(9, ProtobufMessage().add(1, plugin));
  const auto reader = make_tracker_reader(TrackerKind::tensorboard);
  const std::string bytes =
      framed_record(ProtobufMessage().add(5, ProtobufMessage().add(1, value)).bytes());
  EXPECT_TRUE(read_points(*reader, bytes).points.empty());
  const Map& config = reader->run().config;
  ASSERT_EQ(config.size(), 3u);
  EXPECT_EQ(get<double>(config, "lr"), 0.1);
  EXPECT_EQ(get<std::string>(config, "name"), "mlp");
  EXPECT_EQ(get<bool>(config, "ok"), true);
}

TEST(WandbReader, TakesHistoryAndWhatIsKnownOfTheRun) {
  WandbLogWriter log;
  const ProtobufMessage update =
      ProtobufMessage().add(1, std::string_view("lr")).add(16, std::string_view("0.1"));
  const ProtobufMessage run =
      ProtobufMessage()
          .add(1, std::string_view("abc"))
          .add(3, std::string_view("digits"))
          .add(4, ProtobufMessage().add(1, update))
          .add(8, std::string_view("first try"))
          .add(10, std::string_view("a"))
          .add(17, ProtobufMessage().add(1, std::int64_t{100}).add(2, std::int64_t{500'000'000}));
  std::string bytes = log.record(ProtobufMessage().add(17, run).bytes());
  const ProtobufMessage nested = ProtobufMessage()
                                     .add(2, std::string_view("nested"))
                                     .add(2, std::string_view("a"))
                                     .add(16, std::string_view("2"));
  const ProtobufMessage row = ProtobufMessage()
                                  .add(1, wandb_item("loss", "NaN"))
                                  .add(1, wandb_item("up", "Infinity"))
                                  .add(1, wandb_item("down", "-Infinity"))
                                  .add(1, wandb_item("words", "\"NaN\""))
                                  .add(1, wandb_item("flag", "true"))
                                  .add(1, wandb_item("_runtime", "3"))
                                  .add(1, wandb_item("_step", "12"))
                                  .add(1, wandb_item("_timestamp", "1.5e+09"))
                                  .add(1, nested);
  bytes += log.record(ProtobufMessage().add(2, row).bytes());
  // A row that has its step as a field only.
  const ProtobufMessage plain = ProtobufMessage()
                                    .add(2, ProtobufMessage().add(1, std::int64_t{13}))
                                    .add(1, wandb_item("loss", "1e-05"));
  bytes += log.record(ProtobufMessage().add(2, plain).bytes());
  bytes += log.record(ProtobufMessage().add(18, ProtobufMessage().add(1, std::int64_t{3})).bytes());
  EXPECT_EQ(read_text(TrackerKind::wandb, bytes),
            "12 loss=nan up=inf down=-inf nested.a=2\n13 loss=1e-05\n");
  const auto reader = make_tracker_reader(TrackerKind::wandb);
  EXPECT_EQ(read_points(*reader, bytes).points.at(0).time, 1.5e9);
  EXPECT_EQ(reader->run().name, "first try");
  EXPECT_EQ(reader->run().project, "digits");
  EXPECT_EQ(reader->run().tags, std::vector<std::string>{"a"});
  EXPECT_EQ(reader->run().started, 100.5);
  EXPECT_EQ(reader->run().exit_code, 3);
  EXPECT_EQ(get<double>(reader->run().config, "lr"), 0.1);
}

// As Lightning 2.6 writes it; a cell may be quoted.
TEST(LightningCsvReader, TakesRowsWithTheirStepAndEpoch) {
  EXPECT_EQ(
      read_text(TrackerKind::lightning_csv,
                "\"a,b\",epoch,step,train_loss,val_loss\r\n"
                ",0,0,1.0,\r\n,0,1,0.5,\r\n,0,1,,nan\r\n-1e-09,1,5,,inf\r\n,1,6,0."),
      "0/0 train_loss=1\n1/0 train_loss=0.5\n1/0 val_loss=nan\n5/1 a,b=-1e-09 val_loss=inf\n");
  EXPECT_EQ(read_text(TrackerKind::lightning_csv, "loss,accuracy\n1,2\n"), "")
      << "a table of someone else";
  EXPECT_EQ(read_text(TrackerKind::lightning_csv, "step,a\nx,1\n3,words\n4,\"2\n5,3\n"),
            "- a=1\n4 a=2\n5 a=3\n");
}

TEST(MlflowReader, TakesLinesOfTimeValueAndStep) {
  EXPECT_EQ(read_text(TrackerKind::mlflow_metric,
                      "1795917660593 1.0 0\n1795917660594 nan 3\n1795917660595 -inf 4\nwords\n"
                      "1795917660596 2 5 data digest\n1 2",
                      "train/loss"),
            "0 train/loss=1\n3 train/loss=nan\n4 train/loss=-inf\n5 train/loss=2\n");
}

TEST(MlflowReader, ALineWithoutEndIsNotHeld) {
  const auto reader = make_tracker_reader(TrackerKind::mlflow_metric, "a");
  EXPECT_TRUE(read_points(*reader, "1000 2 3\n").is_whole);
  const std::string line((2u << 20), '1');
  EXPECT_FALSE(read_points(*reader, line).is_whole);
  EXPECT_EQ(reader->whole_bytes(), 9u);
  reader->rewind();
  EXPECT_EQ(text_of(read_points(*reader, "2000 1 4\n").points), "4 a=1\n");
}
