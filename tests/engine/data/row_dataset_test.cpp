// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/row_dataset.h"

#include <gtest/gtest.h>

#include <fstream>

#include "engine/contract/json.h"
#include "engine/data/prepared.h"
#include "engine/data/prepared_folder.h"
#include "engine/data/split_writer.h"
#include "tests/engine/temporary_folder.h"

namespace trainyard {
namespace {

template <class T>
void write_values(const std::filesystem::path& path, const std::vector<T>& values) {
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(values.data()),
             static_cast<std::streamsize>(values.size() * sizeof(T)));
}

// Two rows, of 2 and 1 tokens.
struct SmallSplit {
  TemporaryFolder scratch;
  RowFiles files{{"tokens", 6, ""}, {"row_ends", 16, ""}, {"types", 3, ""}, {"labels", 24, ""}};
  RowLayout layout{.kind = RowKind::token_labels,
                   .num_rows = 2,
                   .num_tokens = 3,
                   .vocab_size = 10,
                   .num_labels = 2,
                   .num_token_types = 2,
                   .padding_id = 9};
  SmallSplit() {
    write_values<std::uint16_t>(scratch / "tokens", {1, 2, 3});
    write_values<std::int64_t>(scratch / "row_ends", {2, 3});
    write_values<std::uint8_t>(scratch / "types", {0, 1, 1});
    write_values<std::int64_t>(scratch / "labels", {-100, 1, 0});
  }

  // What opening or reading both rows says; empty when all is well.
  std::string complaint() const {
    const auto dataset = RowDataset::open(scratch.path(), files, layout);
    if (!dataset) return dataset.error().message;
    const auto rows = dataset->rows({0, 1});
    if (rows) return "";
    EXPECT_EQ(rows.error().code, prepared_damaged);
    return rows.error().message;
  }
  bool complains_of(const char* words) const {
    return complaint().find(words) != std::string::npos;
  }
};

TEST(RowDataset, PadsToTheLongestOfTheRowsThatAreAskedFor) {
  const SmallSplit split;
  const auto dataset = RowDataset::open(split.scratch.path(), split.files, split.layout);
  ASSERT_TRUE(dataset.ok()) << dataset.error().message;
  EXPECT_EQ(dataset->longest_row(), 2);
  const auto rows = dataset->rows({1, 0, 1});
  ASSERT_TRUE(rows.ok()) << rows.error().message;
  using Ids = std::vector<std::int64_t>;
  EXPECT_EQ(rows->input_ids, (Ids{3, 9, 1, 2, 3, 9}));
  EXPECT_EQ(rows->token_types, (Ids{1, 0, 0, 1, 1, 0}));
  EXPECT_EQ(rows->labels, (Ids{0, -100, -100, 1, 0, -100}));
  EXPECT_EQ(rows->row_lengths, (Ids{1, 2, 1}));
  EXPECT_EQ(rows->document_ends, (std::vector<std::int32_t>{1, 2, 4, 5, 6}));
  const auto none = dataset->rows({});
  EXPECT_TRUE(none.ok() && none->num_rows == 0 && none->input_ids.empty());
}

TEST(RowDataset, RefusesWhatCannotBe) {
  SmallSplit split;
  EXPECT_EQ(split.complaint(), "");
  for (const std::vector<std::int64_t>& ends :
       {std::vector<std::int64_t>{2, 2}, {0, 3}, {3, 2}, {-1, 3}, {2, 4}, {1, 2}}) {
    write_values<std::int64_t>(split.scratch / "row_ends", ends);
    EXPECT_TRUE(split.complains_of("impossible end of row")) << ends[0] << " " << ends[1];
  }
  write_values<std::int64_t>(split.scratch / "row_ends", {2, 3, 4});
  EXPECT_TRUE(split.complains_of("24 bytes instead of 16"));
  write_values<std::int64_t>(split.scratch / "row_ends", {2, 3});
  write_values<std::uint16_t>(split.scratch / "tokens", {1, 2, 10});
  EXPECT_TRUE(split.complains_of("token 2 is 10"));
  write_values<std::uint16_t>(split.scratch / "tokens", {1, 2, 3});
  write_values<std::uint8_t>(split.scratch / "types", {0, 1, 2});
  EXPECT_TRUE(split.complains_of("row 1 has the token type 2"));
  write_values<std::uint8_t>(split.scratch / "types", {0, 1, 1});
  for (const std::int64_t label : {2, -1, -99}) {
    write_values<std::int64_t>(split.scratch / "labels", {-100, 1, label});
    EXPECT_TRUE(split.complains_of("row 1 has a label"));
  }
  std::filesystem::remove(split.scratch / "labels");
  EXPECT_TRUE(split.complains_of("is missing"));
}

TEST(RowDataset, ChecksLabelsOfRows) {
  SmallSplit split;
  const auto accepts = [&](RowKind kind, const std::vector<double>& labels) {
    split.layout.kind = kind;
    write_values<double>(split.scratch / "labels", labels);
    return split.complaint().empty();
  };
  EXPECT_TRUE(accepts(RowKind::single_label, {0, 1}));
  EXPECT_FALSE(accepts(RowKind::single_label, {0, 2}));
  EXPECT_FALSE(accepts(RowKind::single_label, {0.5, 1}));
  EXPECT_TRUE(accepts(RowKind::multi_label, {0, 1, 1, 1}));
  EXPECT_FALSE(accepts(RowKind::multi_label, {0, 1, 2, 1}));
  EXPECT_TRUE(accepts(RowKind::regression, {-7.5, 1e300}));
  EXPECT_FALSE(accepts(RowKind::regression, {std::numeric_limits<double>::quiet_NaN(), 1}));
}

// The rows of the small split in a folder of today's.
PreparedData folder_of_rows(const std::filesystem::path& folder) {
  PreparedData data;
  data.folder = folder;
  data.tokens.vocab_size = 10;
  data.rows = RowKind::token_labels;
  data.labels = {"NaN", "O"};
  data.num_token_types = 2;
  auto writer = SplitWriter::create(folder, "train", {RowKind::token_labels, 2, true});
  EXPECT_TRUE(writer->append({{1, 2}, {0, 1}, {2}, {-100, 1}, {}}));
  EXPECT_TRUE(writer->append({{3}, {1}, {1}, {0}, {}}));
  data.train = *writer->finish();
  EXPECT_TRUE(write_prepared(data));
  return data;
}

TEST(PreparedRows, AreReadBackAndDamageIsRefused) {
  const TemporaryFolder scratch;
  const PreparedData data = folder_of_rows(scratch.path());
  const auto read = read_prepared(data.folder);
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(read->labels, data.labels);
  EXPECT_EQ(read->rows, data.rows);
  EXPECT_EQ(read->num_token_types, 2);
  EXPECT_EQ(read->train.num_rows, 2);
  EXPECT_EQ(read->train.longest_row, 2);
  EXPECT_EQ(read->train.digest(), data.train.digest());
  EXPECT_EQ(read->open_rows(read->train)->rows({1, 0})->input_ids,
            (std::vector<std::int64_t>{3, 0, 1, 2}));
  PreparedSplit relabelled = data.train;
  relabelled.labels.xxh3_64 = relabelled.row_ends.xxh3_64;
  EXPECT_NE(relabelled.digest(), data.train.digest());
  write_values<std::int64_t>(scratch / "train.labels", {-100, 0, 0});
  const auto damaged = read_prepared(data.folder);
  EXPECT_EQ(damaged.error().code, prepared_damaged);
  EXPECT_NE(damaged.error().message.find("checksum"), std::string::npos);
  write_values<std::int64_t>(scratch / "train.labels", {-100, 1, 0});
  ASSERT_TRUE(read_prepared(data.folder).ok());
  write_values<std::int64_t>(scratch / "train.labels.sums", {0});
  EXPECT_NE(read_prepared(data.folder).error().message.find("checksum"), std::string::npos);
}

// Rows of 2, 1, 3 and 1 tokens in packs of 2, 1 and 1.
PreparedData folder_of_packs(const std::filesystem::path& folder) {
  PreparedData data;
  data.folder = folder;
  data.tokens.vocab_size = 10;
  data.tokens.padding = 9;
  data.rows = RowKind::sequences;
  auto writer = SplitWriter::create(
      folder, "train", {.rows = RowKind::sequences, .has_targets = true, .has_packs = true});
  EXPECT_TRUE(
      writer->append({.ids = {1, 2, 3}, .ends = {2, 3}, .targets = {0, 1, 1}, .pack_ends = {2}}));
  EXPECT_TRUE(writer->append(
      {.ids = {4, 5, 6, 7}, .ends = {3, 4}, .targets = {0, 0, 1, 1}, .pack_ends = {1, 2}}));
  data.train = *writer->finish();
  EXPECT_TRUE(write_prepared(data));
  return data;
}

TEST(PreparedRows, PacksAreExamplesOfSeveralDocuments) {
  using Ids = std::vector<std::int64_t>;
  const TemporaryFolder scratch;
  folder_of_packs(scratch.path());
  const auto data = read_prepared(scratch.path());
  ASSERT_TRUE(data.ok()) << data.error().message;
  const auto dataset = data->open_rows(data->train);
  ASSERT_TRUE(dataset.ok()) << dataset.error().message;
  EXPECT_EQ(dataset->num_examples(), 3);
  EXPECT_EQ(dataset->longest_row(), 3);
  EXPECT_EQ(dataset->lengths({2, 0, 1}).value(), (Ids{1, 3, 3}));
  const auto rows = dataset->rows({0, 2, 1});
  ASSERT_TRUE(rows.ok()) << rows.error().message;
  EXPECT_EQ(rows->input_ids, (Ids{1, 2, 3, 7, 9, 9, 4, 5, 6}));
  EXPECT_EQ(rows->labels, (Ids{-100, 2, 3, 7, -100, -100, -100, -100, 6}));
  EXPECT_EQ(rows->positions, (Ids{0, 1, 0, 0, 0, 0, 0, 1, 2}));
  EXPECT_EQ(rows->row_lengths, (Ids{3, 1, 3}));
  EXPECT_EQ(rows->document_ends, (std::vector<std::int32_t>{2, 3, 4, 6, 9}));
  const auto whole = dataset->rows({1});
  EXPECT_TRUE(whole->positions.empty() && whole->document_ends.empty());
}

TEST(PreparedRows, PacksThatCannotBeAreRefused) {
  const TemporaryFolder scratch;
  const PreparedData data = folder_of_packs(scratch.path());
  for (const std::vector<std::int64_t>& ends :
       {std::vector<std::int64_t>{2, 2, 4}, {2, 3, 5}, {-1, 3, 4}, {4, 3, 4}, {0, 3, 4}}) {
    PreparedSplit split = data.train;
    split.pack_ends.has_sums = false;
    write_values<std::int64_t>(scratch / "train.pack_ends", ends);
    const auto rows = data.open_rows(split)->rows({0, 1, 2});
    ASSERT_FALSE(rows.ok()) << ends[0] << " " << ends[1] << " " << ends[2];
    EXPECT_EQ(rows.error().code, prepared_damaged);
  }
}

TEST(PreparedRows, OfTheFormatBeforeAreRead) {
  const SmallSplit split;
  const auto file = [&](const char* name) {
    const PreparedFile known = *prepared_file(split.scratch.path(), name);
    return R"({"file":")" + known.name + R"(","bytes":)" + std::to_string(known.bytes) +
           R"(,"xxh3_64":")" + known.xxh3_64 + "\"}";
  };
  split.scratch.write(
      prepared_file_name,
      R"({"format":2,"vocab_size":10,"token_bytes":2,"padding_id":9,"rows":"token_labels",)"
      R"("labels":["NaN","O"],"token_types":2,"splits":{"train":{"file":"tokens","tokens":3,)"
      R"("rows":2,"xxh3_64":")" +
          prepared_file(split.scratch.path(), "tokens")->xxh3_64 + R"(","row_ends":)" +
          file("row_ends") + R"(,"token_types":)" + file("types") + R"(,"labels":)" +
          file("labels") + "}}}");
  const auto read = read_prepared(split.scratch.path());
  ASSERT_TRUE(read.ok()) << read.error().message;
  const auto rows = read->open_rows(read->train);
  EXPECT_EQ(rows->longest_row(), 2);
  EXPECT_EQ(rows->rows({1, 0})->input_ids, (std::vector<std::int64_t>{3, 9, 1, 2}));
  EXPECT_EQ(rows->lengths({0, 1, 0}).value(), (std::vector<std::int64_t>{2, 1, 2}));
  write_values<std::int64_t>(split.scratch / "labels", {-100, 0, 0});
  EXPECT_NE(read_prepared(split.scratch.path()).error().message.find("checksum"),
            std::string::npos);
}

TEST(PreparedRows, HostileListsAreRefused) {
  const TemporaryFolder scratch;
  const PreparedData good = folder_of_rows(scratch.path());
  const std::string json = scratch.read(prepared_file_name);
  const std::pair<std::string, std::string> changes[] = {
      {R"("rows":2)", R"("rows":4)"},
      {R"("rows":2)", R"("rows":-1)"},
      {R"("rows":2)", R"("rows":9223372036854775807)"},
      {R"("tokens":3)", R"("tokens":4611686018427387904)"},
      {R"("longest_row":2)", R"("longest_row":-1)"},
      {R"("longest_row":2)", R"("longest_row":1)"},
      {R"("bytes":6)", R"("bytes":-6)"},
      {R"("bytes":6)", R"("bytes":8)"},
      {R"("rows":"token_labels")", R"("rows":"blocks")"},
      {R"("rows":"token_labels")", R"("rows":"other")"},
      {R"("rows":"token_labels")", R"("rows":"multi_label")"},
      {R"("rows":"token_labels")", R"("rows":"regression")"},
      {R"("labels":["NaN","O"])", R"("labels":[])"},
      {R"("token_types":2,)", R"("token_types":0,)"},
      {R"("file":"train.labels")", R"("file":"../train.labels")"},
      {R"("file":"train.row_ends")", R"("file":"")"},
      {R"("format":3)", R"("format":4)"}};
  for (const auto& [from, to] : changes) {
    std::string changed = json;
    const std::size_t place = changed.find(from);
    ASSERT_NE(place, std::string::npos) << from << " in " << json;
    scratch.write(prepared_file_name, changed.replace(place, from.size(), to));
    const auto read = read_prepared(good.folder);
    if (!read) {
      EXPECT_EQ(read.error().code, prepared_damaged) << to;
      continue;
    }
    // What it says of a row is found out when the row is read.
    const auto rows = read->open_rows(read->train)->rows({0, 1});
    ASSERT_FALSE(rows.ok()) << to;
    EXPECT_EQ(rows.error().code, prepared_damaged) << to;
  }
}

}  // namespace
}  // namespace trainyard
