// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/streams/text_stream.h"

#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include "engine/contract/experiment/experiment.h"
#include "engine/contract/json.h"
#include "engine/data/kinds/dataset_builder.h"
#include "engine/data/texts/prepare.h"
#include "tests/engine/temporary_folder.h"
#include "tests/engine/text/small_vocabulary.h"

namespace trainyard {
namespace {

const PrepareProgress without_end = [](std::string_view, double, double) { return true; };

using TokenRows = std::vector<std::vector<std::int64_t>>;

void add_rows(const MicroBatch& batch, TokenRows& rows) {
  for (std::int64_t row = 0; row < batch.num_rows; ++row) {
    const auto first = batch.input_ids.begin() + row * batch.length;
    rows.emplace_back(first, first + batch.length_of(row));
  }
}

// Texts in files of several kinds: without tokens, short ones, and some longer than a row.
class TextFilesInKinds {
 public:
  TextFilesInKinds() {
    std::vector<std::string> texts;
    for (int i = 0; i < 60; ++i) {
      std::string text;
      for (int word = 0; word < i * 7 % 23; ++word) text += "w" + std::to_string(i * word) + " ";
      texts.push_back(text + (i % 9 == 4 ? "naïve 東京" : ""));
    }
    std::string lines, csv = "id,text\n", records;
    for (std::size_t i = 0; i < texts.size(); ++i) {
      lines += texts[i] + (i % 2 == 0 ? "\n" : "\r\n");
      csv += std::to_string(i) + ",\"" + texts[i] + "\"\n";
      records += to_json(Value(Map{{"text", texts[i]}})) + "\n";
    }
    scratch.write("a.txt", lines);
    scratch.write("b.csv", csv);
    scratch.write("c.jsonl", records);
    const gzFile packed = ::gzopen((scratch / "d.txt.gz").c_str(), "wb");
    EXPECT_EQ(::gzwrite(packed, lines.data(), static_cast<unsigned>(lines.size())),
              static_cast<int>(lines.size()));
    ::gzclose(packed);
    for (const char* name : {"a.txt", "b.csv", "c.jsonl", "d.txt.gz"})
      files.push_back(scratch / name);
    data.sequence_length = 16;
    std::filesystem::create_directory(scratch / "tokenizer");
    EXPECT_TRUE(small_tokenizer(small_vocabulary({"w 1", "w1 2"})).write(scratch / "tokenizer"));
  }

  // The rows of prepared data in their order.
  TokenRows prepared() const {
    TextDataSettings settings;
    settings.sources.train = files;
    settings.sources.validation_split_ratio = 0;
    settings.data = data;
    settings.tokenizer = scratch / "tokenizer";
    const auto made =
        prepare_text(settings, scratch / ("out" + std::to_string(++num_made_)), without_end);
    EXPECT_TRUE(made) << made.error().message;
    TokenRows rows;
    const auto read = [&](const Dataset& dataset) {
      for (std::int64_t row = 0; row < dataset.num_examples(); ++row)
        add_rows(*dataset.rows({row}), rows);
    };
    if (made->rows == RowKind::blocks)
      read(BlockDataset(*made->open_split(made->train, data.sequence_length)));
    else
      read(RowDataset(*made->open_rows(made->train)));
    return rows;
  }

  std::unique_ptr<RowStream> stream(const StreamSettings& settings = {.per_device = 4}) const {
    return make_text_stream(settings, {files, data, *Tokenizer::read(scratch / "tokenizer")});
  }

  TemporaryFolder scratch;
  std::vector<std::filesystem::path> files;
  DataSection data;

 private:
  mutable int num_made_ = 0;
};

struct ReadEpoch {
  TokenRows rows;
  std::vector<std::uint64_t> keys;
  std::int64_t num_steps = 0;
};

// Reads up to the end of the epoch, what all ranks get put together.
ReadEpoch read_epoch(const std::vector<std::unique_ptr<RowStream>>& ranks) {
  ReadEpoch read;
  for (bool is_over = false; !is_over; ++read.num_steps) {
    std::vector<StepBatches> steps;
    for (const auto& rank : ranks) {
      auto step = rank->next();
      EXPECT_TRUE(step) << step.error().message;
      if (!step) return read;
      steps.push_back(*std::move(step));
    }
    for (std::size_t micro = 0; micro < steps.front().micro_batches.size(); ++micro)
      for (const StepBatches& step : steps) {
        const MicroBatch& batch = step.micro_batches[micro];
        add_rows(batch, read.rows);
        read.keys.insert(read.keys.end(), batch.row_keys.begin(), batch.row_keys.end());
      }
    is_over = steps.front().epochs == std::floor(steps.front().epochs);
  }
  return read;
}

ReadEpoch read_epoch(std::unique_ptr<RowStream> stream) {
  std::vector<std::unique_ptr<RowStream>> ranks;
  ranks.push_back(std::move(stream));
  return read_epoch(ranks);
}

TEST(TextStream, HasTheRowsOfPreparedData) {
  TextFilesInKinds texts;
  for (const std::int64_t group : {0, 1, 3, 1000})
    for (const bool keeps_short : {false, true})
      for (const std::int64_t length : {2, 16, 300}) {
        texts.data.texts_per_group = group > 0 ? std::optional(group) : std::nullopt;
        texts.data.keep_short_groups = keeps_short;
        texts.data.sequence_length = length;
        texts.data.shuffle_buffer = 0;
        const TokenRows prepared = texts.prepared();
        if (prepared.empty()) continue;
        EXPECT_EQ(read_epoch(texts.stream()).rows, prepared)
            << group << " " << keeps_short << " " << length;
      }
}

TEST(TextStream, PadsShortRowsLikePreparedOnes) {
  TextFilesInKinds texts;
  texts.data.texts_per_group = 1;
  texts.data.keep_short_groups = true;
  texts.data.shuffle_buffer = 0;
  const auto stream = texts.stream({.per_device = 12, .padding_id = 5});
  const auto step = stream->next();
  ASSERT_TRUE(step) << step.error().message;
  const MicroBatch& batch = step->micro_batches.front();
  ASSERT_EQ(batch.num_rows, 12);
  ASSERT_EQ(batch.row_lengths.size(), 12u);
  EXPECT_EQ(batch.length, 16);
  std::size_t num_padding = 0;
  for (std::int64_t row = 0; row < batch.num_rows; ++row)
    for (std::int64_t i = batch.length_of(row); i < batch.length; ++i, ++num_padding)
      EXPECT_EQ(batch.input_ids[static_cast<std::size_t>(row * batch.length + i)], 5);
  EXPECT_GT(num_padding, 0u);
}

TEST(TextStream, IsTheSameForAnyRanks) {
  TextFilesInKinds texts;
  texts.data.texts_per_group = 7;
  for (const std::int64_t buffer : {0, 20}) {
    texts.data.shuffle_buffer = buffer;
    const ReadEpoch alone = read_epoch(texts.stream({.per_device = 8}));
    ASSERT_GT(alone.rows.size(), 50u);
    for (const auto& [world, per_device, accumulation] :
         {std::tuple(2, 4, 1), std::tuple(4, 1, 2), std::tuple(1, 2, 4)}) {
      std::vector<std::unique_ptr<RowStream>> ranks;
      for (std::int64_t rank = 0; rank < world; ++rank)
        ranks.push_back(texts.stream({.per_device = per_device,
                                      .accumulation = accumulation,
                                      .world_size = world,
                                      .rank = rank}));
      const ReadEpoch shared = read_epoch(ranks);
      EXPECT_EQ(shared.rows, alone.rows);
      EXPECT_EQ(shared.keys, alone.keys);
      EXPECT_EQ(shared.num_steps, alone.num_steps);
    }
  }
}

TEST(TextStream, GoesOnAfterEachStep) {
  TextFilesInKinds texts;
  for (const std::int64_t group : {0, 1, 3, 1000})
    for (const std::int64_t buffer : {0, 20}) {
      texts.data.texts_per_group = group > 0 ? std::optional(group) : std::nullopt;
      texts.data.keep_short_groups = true;
      texts.data.shuffle_buffer = buffer;
      texts.data.sequence_length = group == 3 ? 100 : 16;
      const auto whole = texts.stream();
      Map position = whole->position();
      for (double epochs = 0; epochs < 1.3;) {
        const auto expected = whole->next();
        ASSERT_TRUE(expected) << expected.error().message;
        const auto resumed = texts.stream();
        ASSERT_TRUE(resumed->seek(*parse_json(to_json(Value(position)))->get_if<Map>()));
        const auto found = resumed->next();
        ASSERT_TRUE(found) << found.error().message;
        const MicroBatch &ours = found->micro_batches[0], &wanted = expected->micro_batches[0];
        ASSERT_EQ(ours.input_ids, wanted.input_ids) << to_json(Value(position));
        ASSERT_EQ(ours.row_keys, wanted.row_keys);
        ASSERT_EQ(ours.row_lengths, wanted.row_lengths);
        EXPECT_EQ(found->epochs, expected->epochs);
        EXPECT_EQ(to_json(Value(found->after)), to_json(Value(expected->after)));
        EXPECT_GE(expected->epochs, epochs);
        epochs = expected->epochs;
        position = expected->after;
      }
    }
  const auto stream = texts.stream();
  EXPECT_FALSE(stream->seek({{"epoch", 0}, {"example", 3}}));
  EXPECT_FALSE(stream->seek({{"epoch", 0}, {"window", 3}, {"text", -1}, {"token", 0}}));
  EXPECT_FALSE(stream->seek({{"epoch", -1}, {"window", 0}}));
}

TEST(TextStream, DrawsTheTextsOfEachEpochThroughTheBuffer) {
  TextFilesInKinds texts;
  texts.data.texts_per_group = 1;
  texts.data.keep_short_groups = true;  // each text is in rows of its own
  texts.data.sequence_length = 1000;
  std::vector<std::unique_ptr<RowStream>> stream;
  stream.push_back(texts.stream());
  const TokenRows first = read_epoch(stream).rows, second = read_epoch(stream).rows;
  EXPECT_NE(first, second);
  texts.data.shuffle_buffer = 0;
  const ReadEpoch in_order = read_epoch(texts.stream());
  EXPECT_NE(first, in_order.rows);
  EXPECT_EQ(std::multiset(first.begin(), first.end()),
            std::multiset(in_order.rows.begin(), in_order.rows.end()));
  EXPECT_EQ(std::multiset(second.begin(), second.end()),
            std::multiset(in_order.rows.begin(), in_order.rows.end()));
}

TEST(TextStream, EndsAnEpochAfterAsManyRowsAsAreWanted) {
  TextFilesInKinds texts;
  texts.data.shuffle_buffer = 0;
  std::vector<std::unique_ptr<RowStream>> stream;
  stream.push_back(texts.stream({.per_device = 4, .most = 10}));
  const ReadEpoch first = read_epoch(stream), second = read_epoch(stream);
  EXPECT_EQ(first.num_steps, 3);
  const TokenRows prepared = texts.prepared();
  EXPECT_EQ(first.rows, TokenRows(prepared.begin(), prepared.begin() + 10));
  EXPECT_EQ(second.rows, first.rows);
  EXPECT_NE(second.keys, first.keys) << "masks differ in each epoch";
}

TEST(TextStream, NamesFileAndLineOfWhatCannotBeRead) {
  const std::tuple<const char*, std::string, const char*, const char*> cases[] = {
      {"bad.txt", "fine\nc\xe9g\n", "data.not_utf8", "line 2"},
      {"bad.txt", std::string("fine\nx\0y\n", 9), "data.binary", "line 2"},
      {"bad.jsonl", "{\"text\": \"a\"}\n{\"text\": \n", "", "line 2"},
      {"bad.csv", "text\n\"a\n", "", "bad.csv"},
      {"absent.txt", "", "data.missing", "absent.txt"}};
  for (const auto& [name, content, code, words] : cases) {
    TextFilesInKinds texts;
    texts.data.shuffle_buffer = 0;
    texts.files = {texts.scratch / "a.txt", texts.scratch / name};
    if (!content.empty()) texts.scratch.write(name, content);
    const auto stream = texts.stream();
    auto step = stream->next();
    while (step && step->epochs < 1) step = stream->next();
    ASSERT_FALSE(step) << name;
    if (*code != '\0') {
      EXPECT_EQ(step.error().code, code);
    }
    EXPECT_EQ(step.error().exit_code, ExitCode::invalid_input);
    EXPECT_NE(step.error().message.find(words), std::string::npos) << step.error().message;
    EXPECT_NE(step.error().message.find(name), std::string::npos) << step.error().message;
  }
}

TEST(TextStream, SaysThatThereIsNoRow) {
  TextFilesInKinds texts;
  texts.data.sequence_length = 1'000'000;
  const auto stream = texts.stream();
  const auto step = stream->next();
  ASSERT_FALSE(step);
  EXPECT_EQ(step.error().code, "data.too_short");
  EXPECT_GT(get<std::int64_t>(step.error().arguments, "tokens"), 1000);
}

TEST(TextStream, IsOpenedByTheBuilderWhichPreparesTheOtherSplits) {
  const TextFilesInKinds texts;
  ::setenv("XDG_CACHE_HOME", (texts.scratch / "cache").c_str(), 1);
  Experiment experiment;
  experiment.data = texts.data;
  experiment.data.train = {"a.txt", "b.csv"};
  experiment.data.validation = {"c.jsonl"};
  experiment.data.tokenizer = "tokenizer";
  experiment.data.shuffle_buffer = 0;
  experiment.data.streaming = true;
  const auto builder = [&] {
    return make_dataset_builder({.experiment = experiment, .resolve = [&](const std::string& path) {
                                   return texts.scratch / path;
                                 }});
  };
  const auto streaming = builder();
  ASSERT_TRUE(streaming->is_streamed());
  EXPECT_TRUE(streaming->check().empty());
  const auto data = streaming->prepare_cached(without_end);
  ASSERT_TRUE(data) << data.error().message;
  EXPECT_TRUE(data->is_streamed && !data->train.exists() && data->validation.exists());
  const std::string key = to_json(Value(*streaming->key(without_end)));
  experiment.data.shuffle_buffer = 7;
  texts.scratch.write("b.csv", "text\nothers\n");
  EXPECT_EQ(to_json(Value(*builder()->key(without_end))), key)
      << "what is streamed is not prepared";

  const auto opened = streaming->open_stream(*data, {.per_device = 3});
  ASSERT_TRUE(opened) << opened.error().message;
  EXPECT_EQ(opened->source->next()->micro_batches.front().num_rows, 3);
  texts.scratch.write("a.txt", "another text of some length for another digest\n");
  EXPECT_NE(builder()->open_stream(*data, {})->digest, opened->digest);

  const auto into = streaming->prepare_into(texts.scratch / "into", without_end);
  ASSERT_TRUE(into) << into.error().message;
  EXPECT_TRUE(into->train.exists() && !into->is_streamed);
  turn_off_streaming(experiment);
  EXPECT_FALSE(builder()->is_streamed());
  EXPECT_NE(to_json(Value(*builder()->key(without_end))), key);
}

}  // namespace
}  // namespace trainyard
