// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/labelled/prepare_labelled.h"

#include <gtest/gtest.h>

#include "engine/data/prepared_folder.h"
#include "tests/engine/temporary_folder.h"
#include "tests/engine/text/small_vocabulary.h"

namespace trainyard {
namespace {

using Ids = std::vector<std::int64_t>;
using Numbers = std::vector<double>;
using LabelNames = std::vector<std::string>;

const PrepareProgress keep_on = [](std::string_view, double, double) { return true; };

// BERT's, with [PAD] 0, [CLS] 2, [SEP] 3 and the words a to h from 5 on; "##b" is 13.
LabelledTextSettings bert_settings(const TemporaryFolder& scratch, const std::string& name,
                                   const std::string& content) {
  scratch.write("vocab.txt", "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\na\nb\nc\nd\ne\nf\ng\nh\n##b\n");
  scratch.write(name, content);
  LabelledTextSettings settings;
  settings.sources.train = {scratch / name};
  settings.sources.validation_split_ratio = 0;
  settings.tokenizer = scratch / "vocab.txt";
  settings.num_threads = 2;
  return settings;
}

Result<PreparedData> prepare_labelled_cached(const LabelledTextSettings& settings,
                                             const PrepareProgress& progress) {
  TRY(const Map key, labelled_key(settings, progress));
  return prepared_from_cache(key, [&](const std::filesystem::path& folder) {
    return prepare_labelled(settings, folder, progress);
  });
}

MicroBatch rows_of_split(const PreparedData& data, const PreparedSplit& split, const Ids& indices) {
  const auto dataset = data.open_rows(split);
  if (!dataset) throw std::runtime_error(dataset.error().message);
  EXPECT_EQ(dataset->num_examples(), split.num_rows);
  auto rows = dataset->rows(indices);
  if (!rows) throw std::runtime_error(rows.error().message);
  return *std::move(rows);
}

PreparedData prepared_by(const LabelledTextSettings& settings,
                         const std::filesystem::path& folder) {
  const auto made = prepare_labelled(settings, folder, keep_on);
  if (!made) throw std::runtime_error(made.error().message);
  auto read = read_prepared(folder);
  if (!read) throw std::runtime_error(read.error().message);
  return *std::move(read);
}

TEST(PrepareLabelled, PadsRowsAndMarksThePaddingAsDocumentsOfTheirOwn) {
  const TemporaryFolder scratch;
  const auto data = prepared_by(
      bert_settings(scratch, "a.csv", "text,label\na b c,pos\n,neg\nd,pos\n"), scratch / "out");
  EXPECT_EQ(data.rows, RowKind::single_label);
  EXPECT_EQ(data.labels, (LabelNames{"neg", "pos"}));
  EXPECT_FALSE(data.validation.exists());
  const auto rows = rows_of_split(data, data.train, {0, 1, 2});
  EXPECT_EQ(rows.length, 5);
  EXPECT_EQ(rows.input_ids, (Ids{2, 5, 6, 7, 3, 2, 3, 0, 0, 0, 2, 8, 3, 0, 0}));
  EXPECT_EQ(rows.row_lengths, (Ids{5, 2, 3}));
  EXPECT_EQ(rows.document_ends, (std::vector<std::int32_t>{5, 7, 10, 13, 15}));
  EXPECT_EQ(rows.row_labels, (Numbers{1, 0, 1}));
  EXPECT_TRUE(rows.token_types.empty() && rows.labels.empty() && rows.positions.empty());
  const auto one = rows_of_split(data, data.train, {2});
  EXPECT_EQ(one.input_ids, (Ids{2, 8, 3}));
  EXPECT_TRUE(one.row_lengths.empty() && one.document_ends.empty());
}

TEST(PrepareLabelled, WritesTestSetsAsSplitsOfTheirOwn) {
  const TemporaryFolder scratch;
  auto settings = bert_settings(scratch, "a.csv", "text,label\na,no\nb,yes\n");
  scratch.write("test.csv", "label,text\nyes,c d\n");
  scratch.write("later.csv", "text,label\ne,no\nf,no\ng,yes\n");
  settings.sources.test = {scratch / "test.csv"};
  settings.sources.temporal_test = {scratch / "later.csv"};
  const auto data = prepared_by(settings, scratch / "out");
  EXPECT_EQ(data[Split::train].num_rows, 2);
  EXPECT_FALSE(data[Split::validation].exists());
  const auto test = rows_of_split(data, data[Split::test], {0});
  EXPECT_EQ(test.input_ids, (Ids{2, 7, 8, 3}));
  EXPECT_EQ(test.row_labels, (Numbers{1}));
  EXPECT_EQ(rows_of_split(data, data[Split::temporal_test], {2}).input_ids, (Ids{2, 11, 3}));
  EXPECT_EQ(data.sources.size(), 3u);
}

TEST(PrepareLabelled, RefusesTestSetsWithOtherLabels) {
  const TemporaryFolder scratch;
  auto settings = bert_settings(scratch, "a.csv", "text,label\na,no\nb,yes\n");
  scratch.write("later.csv", "text,label\ne,no\nf,perhaps\n");
  settings.sources.temporal_test = {scratch / "later.csv"};
  const auto made = prepare_labelled(settings, scratch / "out", keep_on);
  ASSERT_FALSE(made);
  EXPECT_NE(made.error().message.find("later.csv, line 3"), std::string::npos)
      << made.error().message;
  EXPECT_EQ(check_labelled_sources(settings).size(), 1u);
}

TEST(PrepareLabelled, PutsTwoTextsTogetherAndCutsTheLongerFirst) {
  const TemporaryFolder scratch;
  auto settings = bert_settings(scratch, "a.jsonl",
                                R"({"text": "a b", "more": "c d e f", "label": 1})"
                                "\n"
                                R"({"text": "a b c d e", "more": "f g h a", "label": -3.5})"
                                "\n");
  settings.data.text_pair_column = "more";
  settings.rows = RowKind::regression;
  settings.data.sequence_length = 8;
  const auto data = prepared_by(settings, scratch / "out");
  EXPECT_EQ(data.num_token_types, 2);
  const auto rows = rows_of_split(data, data.train, {0, 1});
  EXPECT_EQ(rows.input_ids, (Ids{2, 5, 6, 3, 7, 8, 9, 3, 2, 5, 6, 7, 3, 10, 11, 3}));
  EXPECT_EQ(rows.token_types, (Ids{0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0, 0, 1, 1, 1}));
  EXPECT_EQ(rows.row_labels, (Numbers{1, -3.5}));
  EXPECT_TRUE(data.labels.empty());
}

TEST(PrepareLabelled, GivesTheFirstTokenOfAWordItsLabel) {
  const TemporaryFolder scratch;
  auto settings = bert_settings(scratch, "a.conll", "ab B\nc O\n\nd O\n");
  settings.rows = RowKind::token_labels;
  const auto data = prepared_by(settings, scratch / "out");
  const auto rows = rows_of_split(data, data.train, {1, 0});
  EXPECT_EQ(rows.input_ids, (Ids{2, 8, 3, 0, 0, 2, 5, 13, 7, 3}));
  EXPECT_EQ(rows.labels, (Ids{-100, 1, -100, -100, -100, -100, 0, -100, 1, -100}));
  EXPECT_TRUE(rows.row_labels.empty());
  settings.data.sequence_length = 3;
  const auto cut = prepared_by(settings, scratch / "cut");
  EXPECT_EQ(rows_of_split(cut, cut.train, {0}).labels, (Ids{-100, 0, -100}));
}

TEST(PrepareLabelled, NumbersWordsWithoutLabels) {
  const TemporaryFolder scratch;
  auto settings = bert_settings(scratch, "a.jsonl", R"({"text": ["ab", "", "c"]} {"text": ["d"]})");
  settings.rows = RowKind::unlabelled_words;
  const auto data = prepared_by(settings, scratch / "out");
  const auto rows = rows_of_split(data, data.train, {0, 1});
  EXPECT_EQ(rows.input_ids, (Ids{2, 5, 13, 7, 3, 2, 8, 3, 0, 0}));
  EXPECT_EQ(rows.labels, (Ids{-100, 0, -100, 2, -100, -100, 0, -100, -100, -100}));
  EXPECT_TRUE(data.labels.empty());
}

TEST(PrepareLabelled, PutsASpaceBeforeWordsOfGpt2) {
  const TemporaryFolder scratch;
  auto settings =
      bert_settings(scratch, "a.jsonl", R"({"text": ["a", " a", ""], "label": ["x", "x", "y"]})");
  ASSERT_TRUE(small_tokenizer(small_vocabulary({"\xc4\xa0 a"})).write(scratch.path()).ok());
  settings.tokenizer = scratch / "tokenizer.json";
  settings.rows = RowKind::token_labels;
  const auto data = prepared_by(settings, scratch / "out");
  const auto rows = rows_of_split(data, data.train, {0});
  EXPECT_EQ(rows.input_ids, (Ids{257, 257}));
  EXPECT_EQ(rows.labels, (Ids{0, 0}));
}

TEST(PrepareLabelled, ReadsSeveralLabelsAndPadsWithTheEndOfText) {
  const TemporaryFolder scratch;
  auto settings = bert_settings(scratch, "a.csv", "text,label\na,10;9\nbcd,\n");
  ASSERT_TRUE(small_tokenizer(small_vocabulary({})).write(scratch.path()).ok());
  settings.tokenizer = scratch / "tokenizer.json";
  settings.rows = RowKind::multi_label;
  const auto data = prepared_by(settings, scratch / "out");
  EXPECT_EQ(data.labels, (LabelNames{"9", "10"}));  // by number
  const auto rows = rows_of_split(data, data.train, {0, 1});
  EXPECT_EQ(rows.input_ids, (Ids{98, 0, 0, 99, 100, 101}));
  EXPECT_EQ(rows.row_labels, (Numbers{1, 1, 0, 0}));
}

TEST(PrepareLabelled, HoldsOutTheFirstRecordsOrReadsTheValidationFiles) {
  const TemporaryFolder scratch;
  auto settings = bert_settings(scratch, "a.csv", "text,label\na,x\nb,y\nc,x\nd,x\ne,x\n");
  settings.sources.validation_split_ratio = 0.4;
  const auto data = prepared_by(settings, scratch / "out");
  EXPECT_EQ(data.labels, (LabelNames{"x", "y"}));  // also of what is held out
  EXPECT_EQ(rows_of_split(data, data.validation, {0, 1}).input_ids, (Ids{2, 5, 3, 2, 6, 3}));
  EXPECT_EQ(rows_of_split(data, data.train, {0, 1, 2}).input_ids[1], 7);
  scratch.write("v.json", R"([{"text": "h", "label": "y"}])");
  settings.sources.validation = {scratch / "v.json"};
  settings.task.labels = {"y", "x", "z"};
  const auto given = prepared_by(settings, scratch / "given");
  EXPECT_EQ(given.train.num_rows, 5);
  EXPECT_EQ(rows_of_split(given, given.validation, {0}).row_labels, Numbers{0});
  EXPECT_EQ(given.labels.size(), 3u);
}

TEST(PrepareLabelled, ManyThreadsGiveTheSameRows) {
  const TemporaryFolder scratch;
  std::string content = "text,label\n";
  for (int i = 0; i < 50000; ++i)
    content += std::string(1 + i % 7, static_cast<char>('a' + i % 8)) + " a b," +
               std::to_string(i % 3) + "\n";
  auto settings = bert_settings(scratch, "a.csv", content);
  settings.num_threads = 1;
  const auto one = prepared_by(settings, scratch / "one");
  settings.num_threads = 3;
  const auto three = prepared_by(settings, scratch / "three");
  EXPECT_EQ(one.train.tokens.xxh3_64, three.train.tokens.xxh3_64);
  EXPECT_EQ(one.train.row_ends.xxh3_64, three.train.row_ends.xxh3_64);
  EXPECT_EQ(one.train.labels.xxh3_64, three.train.labels.xxh3_64);
  EXPECT_EQ(one.train.num_rows, 50000);
}

TEST(PrepareLabelled, RefusesWithFileAndLineAndLeavesNothing) {
  const TemporaryFolder scratch;
  auto settings = bert_settings(scratch, "a.csv", "text,label\na,x\n");
  const auto refused = [&] {
    const auto made = prepare_labelled(settings, scratch / "out", keep_on);
    EXPECT_FALSE(std::filesystem::exists(scratch / "out"));
    return made ? "accepted" : made.error().message;
  };
  scratch.write("v.csv", "text,label\na,x\nb,unseen\n");
  settings.sources.validation = {scratch / "v.csv"};
  EXPECT_EQ(refused(), (scratch / "v.csv").string() +
                           ", line 3: the label unseen is not one of x; correct it, or add it to "
                           "task.labels");
  EXPECT_EQ(check_labelled_sources(settings).size(), 1u);
  settings.task.labels = {"x", "x"};
  EXPECT_NE(refused().find("twice"), std::string::npos);
  settings.task.labels = {"unseen"};
  EXPECT_NE(refused().find("a.csv, line 2: the label x is not one of unseen"), std::string::npos);
  EXPECT_EQ(check_labelled_sources(settings).size(), 2u);
  settings.task.labels.clear();
  settings.sources.validation = {scratch / "e.csv"};
  scratch.write("e.csv", "text,label\n");
  EXPECT_NE(refused().find("no record to validate on"), std::string::npos);
  settings.sources.validation.clear();
  settings.data.sequence_length = 2;
  EXPECT_NE(refused().find("raise it to at least 3"), std::string::npos);
  settings.tokenizer.reset();
  EXPECT_NE(refused().find("needs a tokenizer"), std::string::npos);
  EXPECT_EQ(check_labelled_sources(settings).front().code, "data.no_tokenizer");
  settings = bert_settings(scratch, "a.csv", "text,label\n");
  EXPECT_NE(refused().find("no record to learn from"), std::string::npos);
  settings = bert_settings(scratch, "a.jsonl", R"({"text": "", "label": 1})");
  ASSERT_TRUE(small_tokenizer(small_vocabulary({})).write(scratch.path()).ok());
  settings.tokenizer = scratch / "tokenizer.json";
  EXPECT_NE(refused().find("a.jsonl, line 1: the text is empty"), std::string::npos);
}

TEST(PrepareLabelled, StopsWhenAsked) {
  const TemporaryFolder scratch;
  const auto settings = bert_settings(scratch, "a.csv", "text,label\na,x\n");
  for (const std::string_view at : {"phase.checking_text", "phase.reading", "phase.tokenizing"}) {
    const auto stopped =
        prepare_labelled(settings, scratch / "out",
                         [&](std::string_view phase, double, double) { return phase != at; });
    ASSERT_FALSE(stopped.ok()) << at;
    EXPECT_EQ(stopped.error().exit_code, ExitCode::stopped_early);
    EXPECT_FALSE(std::filesystem::exists(scratch / "out"));
  }
}

TEST(PrepareLabelledCache, IsKeyedByContentAndSettingsAndRepairsItself) {
  const TemporaryFolder scratch;
  ::setenv("XDG_CACHE_HOME", (scratch / "cache").c_str(), 1);
  auto settings = bert_settings(scratch, "a.csv", "text,label,other\na,x,1\nb,y,2\n");
  const auto first = prepare_labelled_cached(settings, keep_on);
  ASSERT_TRUE(first.ok()) << first.error().message;
  EXPECT_EQ(prepare_labelled_cached(settings, keep_on)->folder, first->folder);
  std::filesystem::resize_file(first->folder / first->train.labels.name, 8);
  const auto repaired = prepare_labelled_cached(settings, keep_on);
  ASSERT_TRUE(repaired.ok()) << repaired.error().message;
  EXPECT_EQ(repaired->folder, first->folder);
  EXPECT_EQ(repaired->labels, (LabelNames{"x", "y"}));
  const auto differs = [&](auto change) {
    LabelledTextSettings changed = settings;
    change(changed);
    const auto other = prepare_labelled_cached(changed, keep_on);
    EXPECT_TRUE(other.ok()) << other.error().message;
    return other.ok() && other->folder != first->folder;
  };
  EXPECT_TRUE(differs([](auto& changed) { changed.data.label_column = "other"; }));
  EXPECT_TRUE(differs([](auto& changed) { changed.data.text_column = "other"; }));
  EXPECT_TRUE(differs([](auto& changed) { changed.data.text_pair_column = "other"; }));
  EXPECT_TRUE(differs([](auto& changed) { changed.task.labels = {"y", "x"}; }));
  EXPECT_TRUE(differs([](auto& changed) { changed.data.sequence_length = 5; }));
  EXPECT_TRUE(differs([](auto& changed) { changed.rows = RowKind::multi_label; }));
}

}  // namespace
}  // namespace trainyard
