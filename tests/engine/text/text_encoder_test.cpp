// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "engine/text/tokenizer.h"
#include "tests/engine/text/small_vocabulary.h"

namespace trainyard {
namespace {

using Tokens = std::vector<std::string>;

Tokens encode(const Tokenizer& bpe, std::string_view text) {
  std::vector<std::uint32_t> ids;
  bpe.encode(text, ids);
  return tokens_of(bpe, ids);
}

Vocabulary english() { return small_vocabulary({"Ġ t", "h e", "Ġt he", "' s"}); }

TEST(TextEncoder, MergesInsideWordsOnly) {
  const Tokenizer bpe = small_tokenizer(english());
  EXPECT_EQ(encode(bpe, "the the's"), (Tokens{"t", "he", "Ġthe", "'s"}));
  EXPECT_EQ(encode(bpe, ""), Tokens{});
  EXPECT_EQ(encode(bpe, "é"), (Tokens{"Ã", "©"}));
}

TEST(TextEncoder, AddedTokensStandAlone) {
  const Tokenizer bpe = small_tokenizer(english());
  EXPECT_EQ(encode(bpe, "he<|endoftext|> the"), (Tokens{"he", "<|endoftext|>", "Ġthe"}));
  EXPECT_EQ(encode(bpe, "<|endoftext|><|endoftext|>"), (Tokens{"<|endoftext|>", "<|endoftext|>"}));
  EXPECT_EQ(encode(bpe, "<|endoftext").size(), 11u);
}

TEST(TextEncoder, LongerAddedTokensWinAndSpacesGoWithThem) {
  Vocabulary vocabulary = english();
  vocabulary.added.push_back({.content = "<m>", .id = 1000});
  vocabulary.added.push_back({.content = "<m>x", .id = 1001});
  vocabulary.added.push_back({.content = "<left>", .id = 1002, .lstrip = true});
  vocabulary.added.push_back({.content = "<right>", .id = 1003, .rstrip = true});
  vocabulary.added.push_back(
      {.content = "he", .id = vocabulary.ids.find("he")->second, .normalized = true});
  const Tokenizer bpe = small_tokenizer(std::move(vocabulary));
  EXPECT_EQ(encode(bpe, "<m>x<m>"), (Tokens{"<m>x", "<m>"}));
  EXPECT_EQ(encode(bpe, "t \u2003<left> t"), (Tokens{"t", "<left>", "Ġt"}));
  EXPECT_EQ(encode(bpe, "t <right>\n t"), (Tokens{"t", "Ġ", "<right>", "t"}));
  EXPECT_EQ(encode(bpe, " the"), (Tokens{"Ġt", "he"}));  // taken out before words are merged
  EXPECT_EQ(bpe.id_limit(), 1004u);
  EXPECT_EQ(bpe.vocab_size(), 257u + 4 + 4);
}

TEST(TextEncoder, PrefixSpaceAndUncutWords) {
  Vocabulary vocabulary = english();
  vocabulary.add_prefix_space = true;
  EXPECT_EQ(encode(small_tokenizer(vocabulary), "the"), (Tokens{"Ġthe"}));
  EXPECT_EQ(encode(small_tokenizer(vocabulary), " the"), (Tokens{"Ġthe"}));
  EXPECT_EQ(encode(small_tokenizer(vocabulary), "<|endoftext|>the"),
            (Tokens{"<|endoftext|>", "Ġthe"}));
  vocabulary = small_vocabulary({"a !", "a! 1"});
  vocabulary.split = SplitPattern::whole;
  EXPECT_EQ(encode(small_tokenizer(vocabulary), "a!1"), (Tokens{"a!1"}));
}

TEST(TextEncoder, RememberedWordsHaveTheSameIds) {
  const Tokenizer bpe = small_tokenizer(english());
  TextEncoder encoder(bpe);
  const std::string text =
      " the he's\n the                              pneumonoultramicroscopic the";
  std::vector<std::uint32_t> first;
  encoder.encode(text, first);
  std::vector<std::uint32_t> second = {5};
  encoder.encode(text, second);
  second.erase(second.begin());
  EXPECT_EQ(first, second);
  EXPECT_EQ(bpe.decode(first), text);
}

}  // namespace
}  // namespace trainyard
