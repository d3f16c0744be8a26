#include "engine/data/row_dataset.h"

#include <gtest/gtest.h>

#include <fstream>

#include "engine/contract/json.h"
#include "engine/data/prepared.h"
#include "engine/data/prepared_folder.h"
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
  RowFiles files{scratch / "tokens", scratch / "row_ends", scratch / "types", scratch / "labels"};
  RowLayout layout{.kind = RowKind::token_labels,
                   .num_rows = 2,
                   .num_tokens = 3,
                   .vocab_size = 10,
                   .num_labels = 2,
                   .num_token_types = 2,
                   .padding_id = 9};
  SmallSplit() {
    write_values<std::uint16_t>(files.tokens, {1, 2, 3});
    write_values<std::int64_t>(files.row_ends, {2, 3});
    write_values<std::uint8_t>(files.token_types, {0, 1, 1});
    write_values<std::int64_t>(files.labels, {-100, 1, 0});
  }

  // What opening or reading both rows says; empty when all is well.
  std::string complaint() const {
    const auto dataset = RowDataset::open(files, layout);
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
  const auto dataset = RowDataset::open(split.files, split.layout);
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
    write_values<std::int64_t>(split.files.row_ends, ends);
    EXPECT_TRUE(split.complains_of("ends where it cannot")) << ends[0] << " " << ends[1];
  }
  write_values<std::int64_t>(split.files.row_ends, {2, 3, 4});
  EXPECT_TRUE(split.complains_of("24 bytes instead of 16"));
  write_values<std::int64_t>(split.files.row_ends, {2, 3});
  write_values<std::uint16_t>(split.files.tokens, {1, 2, 10});
  EXPECT_TRUE(split.complains_of("token 2 is 10"));
  write_values<std::uint16_t>(split.files.tokens, {1, 2, 3});
  write_values<std::uint8_t>(split.files.token_types, {0, 1, 2});
  EXPECT_TRUE(split.complains_of("row 1 has the token type 2"));
  write_values<std::uint8_t>(split.files.token_types, {0, 1, 1});
  for (const std::int64_t label : {2, -1, -99}) {
    write_values<std::int64_t>(split.files.labels, {-100, 1, label});
    EXPECT_TRUE(split.complains_of("row 1 has a label"));
  }
  std::filesystem::remove(split.files.labels);
  EXPECT_TRUE(split.complains_of("is not there"));
}

TEST(RowDataset, ChecksLabelsOfRows) {
  SmallSplit split;
  const auto accepts = [&](RowKind kind, const std::vector<double>& labels) {
    split.layout.kind = kind;
    write_values<double>(split.files.labels, labels);
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

// A whole folder of the small split.
PreparedData folder_of(const SmallSplit& split) {
  PreparedData data;
  data.folder = split.scratch.path();
  data.tokens.vocab_size = 10;
  data.rows = RowKind::token_labels;
  data.labels = {"NaN", "O"};
  data.num_token_types = 2;
  const auto digest = [&](const char* name) { return *prepared_file(data.folder, name); };
  data.train = {
      "tokens",        3, digest("tokens").xxh3_64, 2, digest("row_ends"), digest("types"),
      digest("labels")};
  return data;
}

TEST(PreparedRows, AreReadBackAndDamageIsRefused) {
  const SmallSplit split;
  const PreparedData data = folder_of(split);
  ASSERT_TRUE(write_prepared(data).ok());
  const auto read = read_prepared(data.folder);
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(read->labels, data.labels);
  EXPECT_EQ(read->rows, data.rows);
  EXPECT_EQ(read->num_token_types, 2);
  EXPECT_EQ(read->train.num_rows, 2);
  EXPECT_EQ(read->train.row_ends.xxh3_64, data.train.row_ends.xxh3_64);
  EXPECT_EQ(read->train.digest(), data.train.digest());
  PreparedSplit relabelled = data.train;
  relabelled.labels.xxh3_64 = relabelled.row_ends.xxh3_64;
  EXPECT_NE(relabelled.digest(), data.train.digest());
  write_values<std::int64_t>(split.files.labels, {-100, 0, 0});
  const auto damaged = read_prepared(data.folder);
  EXPECT_EQ(damaged.error().code, prepared_damaged);
  EXPECT_NE(damaged.error().message.find("checksum"), std::string::npos);
}

TEST(PreparedRows, HostileListsAreRefused) {
  const SmallSplit split;
  const PreparedData good = folder_of(split);
  ASSERT_TRUE(write_prepared(good).ok());
  const std::string json = split.scratch.read(prepared_file_name);
  const std::pair<std::string, std::string> changes[] = {
      {R"("rows":2)", R"("rows":4)"},
      {R"("rows":2)", R"("rows":-1)"},
      {R"("rows":2)", R"("rows":9223372036854775807)"},
      {R"("tokens":3)", R"("tokens":4611686018427387904)"},
      {R"("rows":"token_labels")", R"("rows":"blocks")"},
      {R"("rows":"token_labels")", R"("rows":"other")"},
      {R"("rows":"token_labels")", R"("rows":"multi_label")"},
      {R"("rows":"token_labels")", R"("rows":"regression")"},
      {R"("labels":["NaN","O"])", R"("labels":[])"},
      {R"("token_types":2})", R"("token_types":0})"},
      {R"("file":"labels")", R"("file":"../labels")"},
      {R"("file":"row_ends")", R"("file":"")"},
      {R"("format":2)", R"("format":3)"}};
  for (const auto& [from, to] : changes) {
    std::string changed = json;
    const std::size_t place = changed.find(from);
    ASSERT_NE(place, std::string::npos) << from << " in " << json;
    split.scratch.write(prepared_file_name, changed.replace(place, from.size(), to));
    const auto read = read_prepared(good.folder);
    ASSERT_FALSE(read.ok()) << to;
    EXPECT_EQ(read.error().code, prepared_damaged) << to;
  }
}

}  // namespace
}  // namespace trainyard
