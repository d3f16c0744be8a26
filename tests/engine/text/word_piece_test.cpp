// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/word_piece.h"

#include <gtest/gtest.h>

#include "engine/text/bert_tokenizer.h"
#include "engine/text/tokenizer.h"
#include "engine/text/tokenizer_files.h"

namespace trainyard {
namespace {

Vocabulary vocabulary_of(const std::vector<std::string>& entries) {
  auto vocabulary = parse_tokenizer_json(bert_tokenizer_json(entries, {}), "tokenizer.json");
  EXPECT_TRUE(vocabulary.ok()) << vocabulary.error().message;
  EXPECT_TRUE(vocabulary->build_indexes().ok());
  return *std::move(vocabulary);
}

// The paper's example, and what the entries of it do not reach.
TEST(WordPiece, TakesTheLongestEntryEachTime) {
  const Vocabulary vocabulary = vocabulary_of({"[UNK]", "[CLS]", "[SEP]", "un", "##aff", "##able",
                                               "##a", "##ffable", "\u00FC", "##\u00FC"});
  WordPieceSplitter splitter(vocabulary);
  const auto split = [&](std::string_view word) {
    std::vector<std::uint32_t> ids;
    splitter.split(word, ids);
    return ids;
  };
  using Ids = std::vector<std::uint32_t>;
  EXPECT_EQ(split("unaffable"), (Ids{3, 4, 5}));
  EXPECT_EQ(split("\u00FC\u00FC"), (Ids{8, 9}));
  EXPECT_EQ(split("unaffabl"), (Ids{0})) << "one part without entry makes the word unknown";
  EXPECT_EQ(split("\u00E9"), (Ids{0}));
  EXPECT_EQ(split(" "), Ids{});
  EXPECT_EQ(split(std::string(101, 'a')), (Ids{0}));
}

TEST(WordPiece, ATextIsPutBetweenItsTokens) {
  Vocabulary vocabulary = vocabulary_of({"[UNK]", "[CLS]", "[SEP]", "[MASK]", "a", "b", ","});
  EXPECT_EQ(vocabulary.before, std::vector<std::uint32_t>{1});
  EXPECT_EQ(vocabulary.after, std::vector<std::uint32_t>{2});
  const Tokenizer tokenizer(std::make_shared<const Vocabulary>(std::move(vocabulary)));
  EXPECT_EQ(tokenizer.mask_id(), 3u);
  EXPECT_EQ(tokenizer.padding_id(), std::nullopt);
  std::vector<std::uint32_t> ids;
  TextEncoder(tokenizer).encode_whole("A,b [MASK] c\n", ids);
  EXPECT_EQ(ids, (std::vector<std::uint32_t>{1, 4, 6, 5, 3, 0, 2}));
}

}  // namespace
}  // namespace trainyard
