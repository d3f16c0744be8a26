// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/inspect/data_sample.h"

#include "tests/engine/inspect/inspected_text.h"

namespace trainyard {
namespace {

TEST(RowLabel, IsANameANumberOrNames) {
  PreparedData data;
  data.labels = {"calm", "loud", "odd"};
  data.rows = RowKind::single_label;
  EXPECT_EQ(row_label(data, {2}), Value("odd"));
  EXPECT_TRUE(row_label(data, {3}).is_null()) << "a class that has no name";
  data.rows = RowKind::multi_label;
  EXPECT_EQ(row_label(data, {1, 0, 1}), Value(List{"calm", "odd"}));
  EXPECT_EQ(row_label(data, {0, 0, 0}), Value(List{}));
  data.rows = RowKind::regression;
  EXPECT_EQ(row_label(data, {-1.5}), Value(-1.5));
  EXPECT_TRUE(row_label(data, {}).is_null());
}

TEST(DataSample, OfTextLearnsAllButTheFirstToken) {
  const TemporaryFolder scratch;
  std::string text;
  for (int i = 0; i < 40; ++i) text += "some words of a line " + std::to_string(i) + "\n";
  prepared_text(scratch, text);
  const auto inspected = opened(scratch, 12);
  ASSERT_TRUE(inspected.ok()) << inspected.error().message;
  const InspectedSplit& train = inspected->splits().front();
  std::string begin;
  for (std::int64_t index = 0; index < 2; ++index) {
    const auto sample = make_sample(*inspected, train, index, INT64_MAX);
    ASSERT_TRUE(sample.ok()) << sample.error().message;
    EXPECT_EQ(sample->split, "train");
    EXPECT_EQ(sample->index, index);
    EXPECT_EQ(sample->length, 12);
    ASSERT_EQ(sample->tokens.size(), 12u);
    EXPECT_TRUE(sample->label.is_null());
    for (std::size_t i = 0; i < sample->tokens.size(); ++i) {
      EXPECT_EQ(sample->tokens[i].is_learned, i > 0) << i;
      EXPECT_FALSE(sample->tokens[i].document) << "a block of one document names none";
      begin += sample->tokens[i].text;
    }
  }
  EXPECT_EQ(begin, text.substr(0, begin.size()));
  EXPECT_FALSE(make_sample(*inspected, train, train.examples->num_examples(), 1).ok());
}

TEST(DataSample, IsCutAndSaysHowLongItIs) {
  const TemporaryFolder scratch;
  prepared_text(scratch, "some words\nsome other words\nwords of a text that is longer\n");
  const auto inspected = opened(scratch, 10);
  ASSERT_TRUE(inspected.ok()) << inspected.error().message;
  const auto sample = make_sample(*inspected, inspected->splits().front(), 0, 3);
  ASSERT_TRUE(sample.ok()) << sample.error().message;
  EXPECT_EQ(sample->tokens.size(), 3u);
  EXPECT_EQ(sample->length, 10);
}

}  // namespace
}  // namespace trainyard
