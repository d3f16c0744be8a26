// SPDX-License-Identifier: GPL-3.0-or-later
// What the readers make of files; that it is what the trackers' own readers find is
// trackers_parity's.
#include "engine/trackers/tracker_reader.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <fstream>
#include <iterator>

#include "engine/contract/json.h"
#include "engine/trackers/sample_content.h"
#include "engine/trackers/file_names.h"
#include "engine/trackers/wandb_log.h"
#include "engine/trackers/wandb_media.h"
#include "tests/engine/trackers/tracker_bytes.h"

using namespace trainyard;

namespace {

// Points as text: "step/epoch name=value ... key(kind)content file caption".
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
    for (const TrackedSample& sample : point.samples) {
      text += " " + sample.key + "(" + std::string(name_of(sample.kind)) + ")" + sample.content;
      for (const std::string& part : {sample.file, sample.caption})
        if (!part.empty()) text += " " + part;
      if (sample.is_cut) text += " cut";
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
  EXPECT_EQ(
      read_text(TrackerKind::tensorboard, bytes),
      "0 loss=2.5\n7 loss=nan\n4 tag=2.5\n4 tag=2.5\n4 tag=0.1\n4 tag=-3\n4 tag(text)words\n");
}

TEST(TensorboardReader, TakesTextsImagesAndHistogramsInBothForms) {
  const std::string_view png = "\x89PNG\r\n\x1a\nrest";
  const auto record = [](const ProtobufMessage& value) {
    return framed_record(
        ProtobufMessage().add(2, std::int64_t{4}).add(5, ProtobufMessage().add(1, value)).bytes());
  };
  const auto named = [](std::string_view tag, std::string_view plugin = {}) {
    ProtobufMessage value = ProtobufMessage().add(1, tag);
    if (plugin.empty()) return value;
    const ProtobufMessage data = ProtobufMessage().add(1, plugin);
    return value.add(9, ProtobufMessage().add(1, data).add(3, std::string_view("said")));
  };
  const auto strings = [](std::initializer_list<std::string_view> texts) {
    ProtobufMessage tensor = ProtobufMessage().add(1, std::int64_t{7});
    for (const std::string_view text : texts) tensor.add(8, text);
    return tensor;
  };
  const auto numbers = [](std::initializer_list<double> all) {
    std::string bytes;
    for (const double number : all) bytes += little_endian(std::bit_cast<std::uint64_t>(number));
    return bytes;
  };
  const auto histogram = [&](std::initializer_list<double> edges,
                             std::initializer_list<double> counts) {
    return ProtobufMessage()
        .add(1, -1.0)
        .add(2, 3.0)
        .add(6, std::string_view(numbers(edges)))
        .add(7, std::string_view(numbers(counts)));
  };
  const ProtobufMessage image = ProtobufMessage().add(1, std::int64_t{2}).add(4, png);
  const ProtobufMessage rows = ProtobufMessage()
                                   .add(1, std::int64_t{2})
                                   .add(4, std::string_view(numbers({0, 1, 5, 1, 3, 7})));
  const std::string bytes =
      record(named("note/text_summary", "text").add(8, strings({"one", "two"}))) +
      // TensorFlow names the plugin once.
      record(named("note/text_summary").add(8, strings({"three"}))) +
      record(named("seen").add(4, image)) +
      record(named("odd").add(4, ProtobufMessage().add(4, std::string_view("no image")))) +
      record(named("several", "images").add(8, strings({"2", "1", png, png}))) +
      record(named("torch").add(5, histogram({0, 1, 3}, {0, 5, 7}))) +
      record(named("full").add(5, histogram({0, 1, 1.7976931348623157e308}, {2, 5, 7}))) +
      record(named("rows", "histograms").add(8, rows)) +
      // Sizes that differ, edges that do not ascend, numbers that are none.
      record(named("a").add(5, histogram({0, 1}, {2}))) +
      record(named("b").add(5, histogram({2, 1}, {2, 2}))) +
      record(named("c").add(5, histogram({0, NAN}, {2, 2}))) +
      record(named("d", "histograms").add(8, strings({"x"})));
  const std::string image_text(png);
  EXPECT_EQ(read_text(TrackerKind::tensorboard, bytes),
            "4 note(text)one\ntwo said\n4 note(text)three\n4 seen(image)" + image_text +
                "\n4 several(image)" + image_text + " said several/1(image)" + image_text +
                " said\n4 torch(histogram){\"edges\":[0.0,1.0,3.0],\"counts\":[5.0,7.0]}\n"
                "4 full(histogram){\"edges\":[-1.0,0.0,1.0,3.0],\"counts\":[2.0,5.0,7.0]}\n"
                "4 rows(histogram){\"edges\":[0.0,1.0,3.0],\"counts\":[5.0,7.0]} said\n");
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

TEST(SwanlabReader, TakesScalarsAndWhatIsKnownOfTheRun) {
  std::ifstream file(TRAINYARD_SOURCE_DIR
                     "/tests/fixtures/history/swanlab/run-20261129_102408-0qkrr4go/"
                     "run-0qkrr4go.swanlab",
                     std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  for (const std::size_t piece : {std::string::npos, std::size_t{7}}) {
    const auto reader = make_tracker_reader(TrackerKind::swanlab);
    const ReadPoints read = read_points(*reader, bytes, piece);
    EXPECT_TRUE(read.is_whole);
    EXPECT_EQ(reader->whole_bytes(), bytes.size());
    ASSERT_EQ(read.points.size(), 40u);
    EXPECT_EQ(read.points[2].step, 1);
    EXPECT_EQ(read.points[2].values, (MetricValues{{"loss", 1.5}}));
    EXPECT_NEAR(read.points[2].time.value_or(0), 1795947849, 60);
    const TrackedRun& run = reader->run();
    EXPECT_EQ(run.id, "0qkrr4go");
    EXPECT_EQ(run.name, "warm-sun");
    EXPECT_EQ(run.project, "sweeps");
    EXPECT_EQ(run.group, "first");
    EXPECT_EQ(run.notes, "with warmup");
    EXPECT_EQ(run.tags, (std::vector<std::string>{"sft", "small"}));
    EXPECT_EQ(run.exit_code, 0);
  }
}

TEST(SwanlabReader, LeavesOutWhatIsMeasuredOfTheComputer) {
  const auto column = [](std::string_view key, std::int64_t kind) {
    return ProtobufMessage().add(12, ProtobufMessage().add(1, kind).add(3, key)).bytes();
  };
  const auto scalar = [](std::string_view key, double value) {
    return ProtobufMessage()
        .add(13, ProtobufMessage()
                     .add(1, key)
                     .add(2, std::int64_t{3})
                     .add(5, ProtobufMessage().add(1, value)))
        .bytes();
  };
  WandbLogWriter log(swanlab_log_header);
  std::string bytes;
  for (const std::string& record :
       {column("cpu", 2), column("loss", 1), scalar("cpu", 50), scalar("loss", 0.5),
        std::string(ProtobufMessage().add(11, ProtobufMessage().add(1, std::int64_t{2})).bytes())})
    bytes += log.record(record);
  EXPECT_EQ(read_text(TrackerKind::swanlab, bytes), "3 loss=0.5\n");
  EXPECT_FALSE(read_points(*make_tracker_reader(TrackerKind::wandb), bytes).is_whole);
  const auto reader = make_tracker_reader(TrackerKind::swanlab);
  read_points(*reader, bytes);
  EXPECT_EQ(reader->run().exit_code, 1);
}

TEST(TrackerFileNames, AreThoseThatTrackersGive) {
  EXPECT_EQ(tracker_kind("events.out.tfevents.1.host.2.0.v2"), TrackerKind::tensorboard);
  EXPECT_EQ(tracker_kind("run-abc.wandb"), TrackerKind::wandb);
  EXPECT_EQ(tracker_kind("run-abc.swanlab"), TrackerKind::swanlab);
  EXPECT_EQ(tracker_kind("metrics.csv"), TrackerKind::lightning_csv);
  for (const char* other : {"abc.wandb", "run-abc", "metrics.csv.gz", "loss", ""})
    EXPECT_EQ(tracker_kind(other), std::nullopt) << other;
  EXPECT_TRUE(is_database_name("mlflow.db"));
  EXPECT_FALSE(is_database_name("mlflow.db-wal"));
  EXPECT_TRUE(is_optuna_journal_name("journal.log"));
}

TEST(WandbReader, TakesMediaAndNoCurvesOfTheirSizes) {
  WandbLogWriter log;
  const auto part = [](std::string_view key, std::string_view member, std::string_view json) {
    return ProtobufMessage().add(2, key).add(2, member).add(16, json);
  };
  const ProtobufMessage row =
      ProtobufMessage()
          .add(1, wandb_item("_step", "3"))
          .add(1, wandb_item("loss", "2"))
          .add(1, part("nested", "loss", "4"))
          .add(1, wandb_item("state", "\"warming up\""))
          .add(1, wandb_item("said", "\"two\\nlines\""))
          .add(1, part("seen", "path", "\"media/images/a.png\""))
          .add(1, part("seen", "_type", "\"image-file\""))
          .add(1, part("seen", "width", "20"))
          .add(1, part("seen", "caption", "\"a digit\""))
          .add(1, part("both", "_type", "\"images/separated\""))
          .add(1, part("both", "filenames", "[\"a.png\", \"b.png\"]"))
          .add(1, part("both", "captions", "[null, \"second\"]"))
          .add(1, part("page", "_type", "\"html-file\""))
          .add(1, part("page", "size", "20"))
          // As a whole, which earlier versions wrote.
          .add(1, wandb_item("rows", R"({"_type": "table-file", "path": "t.json", "nrows": 2})"))
          .add(1, wandb_item("spread",
                             R"({"_type": "histogram", "values": [1, 2], "bins": [0, 1, 3]})"))
          .add(1, wandb_item("even", R"({"_type": "histogram", "values": [1, 2],
                                         "packedBins": {"min": 1, "size": 0.5, "count": 2}})"))
          .add(1, wandb_item("bad", R"({"_type": "histogram", "values": [1], "bins": [0, "x"]})"));
  const std::string bytes = log.record(ProtobufMessage().add(2, row).bytes());
  EXPECT_EQ(read_text(TrackerKind::wandb, bytes),
            "3 loss=2 nested.loss=4 rows(table) t.json "
            "spread(histogram){\"edges\":[0.0,1.0,3.0],\"counts\":[1.0,2.0]} "
            "even(histogram){\"edges\":[1.0,1.5,2.0],\"counts\":[1.0,2.0]} "
            "both(image) a.png both/1(image) b.png second "
            "seen(image) media/images/a.png a digit said(text)two\nlines\n");
}

TEST(SampleContent, IsCutToWhatASampleMayBe) {
  // A character of two bytes would end behind the limit.
  const TrackedSample text =
      text_sample("a", std::string(max_sample_text_bytes - 1, 'x') + "\xc3\xa4");
  EXPECT_EQ(text.content, std::string(max_sample_text_bytes - 1, 'x'));
  EXPECT_TRUE(text.is_cut);
  List rows(300, List{1, "x"});
  const TrackedSample table = table_sample("a", {"n", "text"}, rows);
  EXPECT_TRUE(table.is_cut);
  EXPECT_EQ(get<List>(*parse_json(table.content)->get_if<Map>(), "rows").size(), 200u);
  rows.assign(3, List{std::string(100 << 10, 'x')});
  const TrackedSample wide = table_sample("a", {"text"}, rows);
  EXPECT_TRUE(wide.is_cut);
  EXPECT_LE(wide.content.size(), max_sample_text_bytes);
  EXPECT_EQ(get<List>(*parse_json(wide.content)->get_if<Map>(), "rows").size(), 2u);
  EXPECT_FALSE(wandb_table({}, R"({"columns": ["a"]})"));
  EXPECT_FALSE(wandb_table({}, "[1"));
}

TEST(SampleContent, ImagesAreWrittenInBase64) {
  // RFC 4648, 10.
  for (const auto& [bytes, text] :
       {std::pair("", ""), {"f", "Zg=="}, {"fo", "Zm8="}, {"foo", "Zm9v"}, {"foob", "Zm9vYg=="}})
    EXPECT_EQ(encode_base64(bytes), text);
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
