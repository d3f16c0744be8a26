// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/pre_tokenizer.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace trainyard {
namespace {

using Words = std::vector<std::string>;

Words words_of(std::string_view text, SplitPattern pattern) {
  Words words;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = word_end(text, begin, pattern);
    EXPECT_GT(end, begin);
    words.emplace_back(text.substr(begin, end - begin));
    begin = end;
  }
  return words;
}

struct Case {
  std::string text;
  Words words;
};

TEST(PreTokenizer, PartsBeginWithTheirMetaspaces) {
  const auto parts_of = [](std::string_view word) {
    Words parts;
    for (std::size_t begin = 0, end = 0; begin < word.size(); begin = end) {
      end = metaspace_part_end(word, begin);
      parts.emplace_back(word.substr(begin, end - begin));
    }
    return parts;
  };
  EXPECT_EQ(parts_of("\u2581\u2581ab\u2581c\u4e2d\u2581\u2581"),
            (Words{"\u2581\u2581ab", "\u2581c\u4e2d", "\u2581\u2581"}));
  EXPECT_EQ(parts_of("a\u2581"), (Words{"a", "\u2581"}));
  EXPECT_EQ(parts_of("\u2581"), (Words{"\u2581"}));
}

TEST(PreTokenizer, CutsAsTheRegularExpression) {
  const std::vector<Case> cases = {
      {"", {}},
      {"Hello world", {"Hello", " world"}},
      {"it's we're I've I'm they'll he'd can't",
       {"it", "'s", " we", "'re", " I", "'ve", " I", "'m", " they", "'ll", " he", "'d", " can",
        "'t"}},
      {"'s'S'x' 's", {"'s", "'", "S", "'", "x", "'", " '", "s"}},
      {"'r'l'v", {"'", "r", "'", "l", "'", "v"}},
      {"'", {"'"}},
      {"a1b22", {"a", "1", "b", "22"}},
      {" 12 3", {" 12", " 3"}},
      {"x=!? y", {"x", "=!?", " y"}},
      {"a  b", {"a", " ", " b"}},
      {"a   b", {"a", "  ", " b"}},
      {"a \n b", {"a", " \n", " b"}},
      {"a\nb", {"a", "\n", "b"}},
      {"a\n\nb", {"a", "\n", "\n", "b"}},
      {"a  ", {"a", "  "}},
      {" ", {" "}},
      {"\n", {"\n"}},
      {"\t\tx", {"\t", "\t", "x"}},
      {"a\u00A0b", {"a", "\u00A0", "b"}},
      {"a \u00A0b", {"a", " ", "\u00A0", "b"}},
      {"a\u3000\u3000 b", {"a", "\u3000\u3000", " b"}},
      {"e\u0301a", {"e", "\u0301", "a"}},
      {"été 日本語", {"été", " 日本語"}},
      {"½ⅷ٣", {"½ⅷ٣"}},
      {"😀😀 😀", {"😀😀", " 😀"}},
      {std::string("a\0b", 3), {"a", std::string("\0", 1), "b"}},
      {"x\u2028\n", {"x", "\u2028\n"}},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(words_of(c.text, SplitPattern::gpt2), c.words) << c.text;
  }
}

TEST(PreTokenizer, CutsAsLlama3sAndQwens) {
  const std::vector<Case> cases = {
      {"Hello world", {"Hello", " world"}},
      {"IT'S we'RE", {"IT", "'S", " we", "'RE"}},
      {"'x 'quote", {"'x", " '", "quote"}},
      {"a\u017F'\u017F", {"a\u017F", "'\u017F"}},
      {"(x) [y]", {"(x", ")", " [", "y", "]"}},
      {"a.\n\nb", {"a", ".\n\n", "b"}},
      {"a \n b", {"a", " \n", " b"}},
      {"a\n  \n   b", {"a", "\n  \n", "  ", " b"}},
      {"a   b", {"a", "  ", " b"}},
      {"\tx\t\ty", {"\tx", "\t", "\ty"}},
      {"a\u00A0b", {"a", "\u00A0b"}},
      {"a  ", {"a", "  "}},
      {"\r\n", {"\r\n"}},
  };
  for (const SplitPattern pattern : {SplitPattern::llama3, SplitPattern::qwen2})
    for (const Case& c : cases) EXPECT_EQ(words_of(c.text, pattern), c.words) << c.text;
  EXPECT_EQ(words_of("12345 6", SplitPattern::llama3), (Words{"123", "45", " ", "6"}));
  EXPECT_EQ(words_of("123 4", SplitPattern::qwen2), (Words{"1", "2", "3", " ", "4"}));
  EXPECT_EQ(words_of("a b", SplitPattern::whole), (Words{"a b"}));
}

TEST(PreTokenizer, CutsBeforeLettersForSpaces) {
  EXPECT_EQ(words_of("\u2581a\u2581\u2581bc\u2581", SplitPattern::metaspace),
            (Words{"\u2581a", "\u2581", "\u2581bc", "\u2581"}));
  EXPECT_EQ(words_of("a\u2581b", SplitPattern::metaspace), (Words{"a", "\u2581b"}));
}

TEST(PreTokenizer, FindsRunsWithoutSpace) {
  using Run = std::pair<std::size_t, std::size_t>;
  EXPECT_EQ(next_run_without_space(" \u3000ab\t", 0), (Run{4, 6}));
  EXPECT_EQ(next_run_without_space(" \u3000ab\t", 6), (Run{7, 7}));
  EXPECT_EQ(next_run_without_space("", 0), (Run{0, 0}));
}

TEST(PreTokenizer, PatternsAreKnownByTheirExpression) {
  for (const SplitPattern pattern : {SplitPattern::gpt2, SplitPattern::qwen2, SplitPattern::llama3})
    EXPECT_EQ(pattern_of(regex_of(pattern)), pattern);
  EXPECT_FALSE(pattern_of("\\s+"));
}

}  // namespace
}  // namespace trainyard
