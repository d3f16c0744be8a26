// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/unigram.h"

#include <gtest/gtest.h>

#include "tests/engine/text/small_vocabulary.h"

namespace trainyard {
namespace {

Vocabulary scored(const std::vector<std::pair<std::string, double>>& entries) {
  Vocabulary vocabulary;
  vocabulary.model = TokenModel::unigram;
  vocabulary.split = SplitPattern::whole;
  vocabulary.unknown_id = 0;
  for (const auto& [token, score] : entries) {
    vocabulary.ids.emplace(token, static_cast<std::uint32_t>(vocabulary.scores.size()));
    vocabulary.scores.push_back(score);
  }
  return vocabulary;
}

// "abcd a cd ?", with "?" for the unknown token.
std::string cut(Vocabulary vocabulary, std::string_view text) {
  const Tokenizer tokenizer = small_tokenizer(std::move(vocabulary));
  std::vector<std::uint32_t> ids;
  tokenizer.encode(text, ids);
  std::string tokens;
  for (const std::string& token : tokens_of(tokenizer, ids))
    tokens += (tokens.empty() ? "" : " ") + (token == "<unk>" ? "?" : token);
  return tokens;
}

Vocabulary letters_and_words() {
  return scored({{"<unk>", 0},
                 {"a", 0},
                 {"b", 0},
                 {"c", 0},
                 {"d", 0},
                 {"cd", 1},
                 {"ab", 2},
                 {"abc", 5},
                 {"abcd", 10}});
}

TEST(Unigram, CutsForTheHighestSum) {
  EXPECT_EQ(cut(letters_and_words(), "abcd"), "abcd");
  EXPECT_EQ(cut(letters_and_words(), "abcdacd"), "abcd a cd");
  EXPECT_EQ(cut(letters_and_words(), ""), "");
  // 5 + 1 of "abc" and "d" against 2 + 7 of "ab" and "cd".
  EXPECT_EQ(cut(scored({{"<unk>", 0}, {"d", 1}, {"cd", 7}, {"ab", 2}, {"abc", 5}}), "abcd"),
            "ab cd");
}

TEST(Unigram, TakesTheLongerLastPieceOfEqualWays) {
  const auto entries = {std::pair<std::string, double>{"<unk>", -9}, {"a", -1}, {"aa", -2}};
  EXPECT_EQ(cut(scored(entries), "aa"), "aa");
  EXPECT_EQ(cut(scored(entries), "aaa"), "a aa");
}

TEST(Unigram, MakesOneOfUnknownCharactersInARow) {
  EXPECT_EQ(cut(letters_and_words(), "axyb"), "a ? b");
  EXPECT_EQ(cut(letters_and_words(), "\u4E2D\u6587"), "?");
  EXPECT_EQ(cut(letters_and_words(), "x<unk>y"), "?");
}

TEST(Unigram, HasBytesForUnknownCharacters) {
  Vocabulary vocabulary = letters_and_words();
  vocabulary.byte_fallback = true;
  for (const char* byte : {"<0xC3>", "<0xA9>"}) {
    vocabulary.ids.emplace(byte, static_cast<std::uint32_t>(vocabulary.scores.size()));
    vocabulary.scores.push_back(0);
  }
  EXPECT_EQ(cut(vocabulary, "a\u00E9b"), "a <0xC3> <0xA9> b");
  EXPECT_EQ(cut(vocabulary, "a\u00EAb"), "a ? b");
}

}  // namespace
}  // namespace trainyard
