// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/inspect/token_texts.h"

#include "engine/data/timelines/timeline_vocabulary.h"
#include "tests/engine/inspect/inspected_text.h"

namespace trainyard {
namespace {

std::string joined(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) all += text;
  return all;
}

// A character of several bytes is one text, at the last of its tokens; together they are the whole.
TEST(TokenTexts, AreTogetherWhatTheTokensDecodeTo) {
  const TemporaryFolder scratch;
  const PreparedData data = prepared_text(scratch, "plain words\nplain words\n");
  const auto texts = TokenTexts::read(data);
  ASSERT_TRUE(texts.ok()) << texts.error().message;
  const std::string sentence = "plain é 東 🙂 words";
  std::vector<std::uint32_t> tokens;
  Tokenizer::read(data.folder)->encode(sentence, tokens);
  const std::vector<std::int64_t> ids(tokens.begin(), tokens.end());
  const std::vector<std::string> found = texts->strings(ids);
  ASSERT_EQ(found.size(), ids.size());
  EXPECT_EQ(joined(found), sentence);
  EXPECT_EQ(std::ranges::count(found, "🙂"), 1);
  const auto smile = std::ranges::find(found, "🙂");
  ASSERT_GE(smile - found.begin(), 3);
  for (auto before = smile - 3; before != smile; ++before) EXPECT_EQ(*before, "");
  // A byte by itself is no character.
  EXPECT_EQ(texts->text(ids[static_cast<std::size_t>(smile - found.begin())]), "\uFFFD");
}

TEST(TokenTexts, EndWhereTheTextEnds) {
  const TemporaryFolder scratch;
  const PreparedData data = prepared_text(scratch, "words\n");
  const auto texts = TokenTexts::read(data);
  ASSERT_TRUE(texts.ok()) << texts.error().message;
  ASSERT_TRUE(data.tokens.end_of_text);
  EXPECT_TRUE(texts->is_border(*data.tokens.end_of_text, 5));
  EXPECT_FALSE(texts->is_border(5, *data.tokens.end_of_text));
  EXPECT_FALSE(texts->is_border(5, 6));
}

TEST(TokenTexts, OfTimelinesAreWords) {
  const TemporaryFolder scratch;
  ASSERT_TRUE(
      write_vocabulary(scratch / "vocabulary.json", {{"TL_START", std::nullopt, "Q3"}, {}}));
  PreparedData data;
  data.folder = scratch.path();
  data.tokens.begin_of_text = 0;
  const auto texts = TokenTexts::read(data);
  ASSERT_TRUE(texts.ok()) << texts.error().message;
  const std::vector<std::int64_t> ids{0, 2, 1, 3, -1};
  EXPECT_EQ(texts->strings(ids),
            (std::vector<std::string>{"TL_START", " Q3", " None", " #3", " #-1"}));
  EXPECT_EQ(texts->text(2), "Q3");
  // A timeline begins with its first word, whatever stood before.
  EXPECT_TRUE(texts->is_border(2, 0));
  EXPECT_FALSE(texts->is_border(0, 2));
}

TEST(TokenTexts, WithoutATokenizerAreNumbers) {
  const TemporaryFolder scratch;
  PreparedData data;
  data.folder = scratch.path();
  const auto texts = TokenTexts::read(data);
  ASSERT_TRUE(texts.ok()) << texts.error().message;
  EXPECT_EQ(texts->strings(std::vector<std::int64_t>{7, 8}),
            (std::vector<std::string>{"#7", " #8"}));
}

}  // namespace
}  // namespace trainyard
