// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/offset_encoder.h"

#include <gtest/gtest.h>

#include "tests/engine/text/small_vocabulary.h"

namespace trainyard {
namespace {

// "Ġthe 0-4, 's 4-6"
std::string offsets_in(const Vocabulary& vocabulary, std::string_view text) {
  const Tokenizer bpe = small_tokenizer(vocabulary);
  std::vector<std::uint32_t> ids, expected;
  std::vector<CharacterSpan> spans;
  OffsetEncoder(bpe).encode_whole(text, ids, spans);
  TextEncoder(bpe).encode_whole(text, expected);
  EXPECT_EQ(ids, expected);
  EXPECT_EQ(ids.size(), spans.size());
  std::string found;
  const auto tokens = tokens_of(bpe, ids);
  for (std::size_t i = 0; i < tokens.size(); ++i)
    found += (i > 0 ? ", " : "") + tokens[i] + " " + std::to_string(spans[i].begin) + "-" +
             std::to_string(spans[i].end);
  return found;
}

Vocabulary words_of_the() { return small_vocabulary({"Ġ t", "h e", "Ġt he", "' s"}); }

TEST(OffsetEncoder, CountsCharacters) {
  EXPECT_EQ(offsets_in(words_of_the(), "the the's"), "t 0-1, he 1-3, Ġthe 3-7, 's 7-9");
  EXPECT_EQ(offsets_in(words_of_the(), ""), "");
  // Both bytes stand for the one character.
  EXPECT_EQ(offsets_in(words_of_the(), "éhe"), "Ã 0-1, © 0-1, he 1-3");
}

TEST(OffsetEncoder, CountsThoseBeforeTheNormalizer) {
  Vocabulary vocabulary = words_of_the();
  vocabulary.normalizer.add({.kind = NormalizerStep::Kind::nfkd});
  vocabulary.normalizer.add({.kind = NormalizerStep::Kind::strip_accents});
  vocabulary.normalizer.add(
      {.kind = NormalizerStep::Kind::replace, .pattern = "xy", .content = "he"});
  EXPECT_EQ(offsets_in(vocabulary, "h\u00E9 the"), "he 0-2, Ġthe 2-6");
  EXPECT_EQ(offsets_in(vocabulary, "\uFB01he"), "f 0-1, i 0-1, he 1-3");
  EXPECT_EQ(offsets_in(vocabulary, "a\u0301\u0301b"), "a 0-1, b 3-4");
  EXPECT_EQ(offsets_in(vocabulary, "axyb"), "a 0-1, he 2-3, b 3-4");
}

TEST(OffsetEncoder, TakesSpacesOffWhereTheFileSaysSo) {
  Vocabulary vocabulary = words_of_the();
  vocabulary.trims = {false};
  EXPECT_EQ(offsets_in(vocabulary, " the  the"), "Ġthe 1-4, Ġ 5-5, Ġthe 6-9");
  vocabulary.add_prefix_space = true;
  vocabulary.trims = {true};
  EXPECT_EQ(offsets_in(vocabulary, "the the"), "Ġthe 0-3, Ġthe 4-7");
}

TEST(OffsetEncoder, GivesAddedTokensTheirSpaces) {
  Vocabulary vocabulary = words_of_the();
  vocabulary.added.push_back({.content = "<left>", .id = 1002, .lstrip = true});
  vocabulary.before = {1002};
  EXPECT_EQ(offsets_in(vocabulary, "t  <left> the"), "<left> 0-0, t 0-1, <left> 1-9, Ġthe 9-13");
}

}  // namespace
}  // namespace trainyard
