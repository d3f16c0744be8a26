// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/decoder.h"

#include <gtest/gtest.h>

namespace trainyard {
namespace {

using Kind = DecoderStep::Kind;

TEST(Decoder, WithoutStepsTokensAreWords) {
  EXPECT_EQ(decode_tokens({"two", "words"}, {}), "two words");
}

TEST(Decoder, WordPiecesAreJoined) {
  const Decoder decoder = {{.kind = Kind::word_piece, .pattern = "##", .cleanup = true}};
  EXPECT_EQ(decode_tokens({"it", "do", "n't", "work", "##s", "."}, decoder), "it don't works.");
}

TEST(Decoder, LettersForSpacesBecomeSpaces) {
  const Decoder dropping = {{.kind = Kind::metaspace, .drops_prefix = true}};
  EXPECT_EQ(decode_tokens({"\u2581a", "b", "\u2581c\u2581"}, dropping), "ab c ");
  EXPECT_EQ(decode_tokens({"\u2581a"}, {{.kind = Kind::metaspace}}), " a");
}

TEST(Decoder, BytesOfNamesBecomeCharactersOrReplacements) {
  const Decoder decoder = {{.kind = Kind::replace, .pattern = "\u2581", .content = " "},
                           {.kind = Kind::byte_fallback},
                           {.kind = Kind::fuse},
                           {.kind = Kind::strip, .content = " ", .first = 1}};
  EXPECT_EQ(decode_tokens({"\u2581a", "<0xC3>", "<0xA9>", "\u2581b"}, decoder), "a\u00E9 b");
  EXPECT_EQ(decode_tokens({"a", "<0xC3>", "<0x28>", "b"}, decoder), "a\uFFFD\uFFFDb");
  EXPECT_EQ(decode_tokens({"<0xZZ>"}, decoder), "<0xZZ>");
}

}  // namespace
}  // namespace trainyard
