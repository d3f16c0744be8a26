// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/byte_letters.h"

#include <gtest/gtest.h>

#include <set>

namespace trainyard {
namespace {

TEST(ByteLetters, EveryByteHasALetterOfItsOwnAndComesBack) {
  std::set<char32_t> letters;
  for (unsigned byte = 0; byte < 256; ++byte) {
    const char32_t letter = letter_of_byte(static_cast<unsigned char>(byte));
    letters.insert(letter);
    EXPECT_EQ(byte_of_letter(letter), static_cast<unsigned char>(byte));
    const std::string one(1, static_cast<char>(byte));
    EXPECT_EQ(unspell_bytes(spell_bytes(one)), one);
  }
  EXPECT_EQ(letters.size(), 256u);
  EXPECT_EQ(*letters.begin(), U'!');
  EXPECT_EQ(*letters.rbegin(), char32_t{0x143});
}

TEST(ByteLetters, SpellsAsGpt2Does) {
  EXPECT_EQ(spell_bytes(" the\n"), "ĠtheĊ");
  EXPECT_EQ(spell_bytes("é"), "Ã©");
  EXPECT_EQ(spell_bytes("\xAD"), "Ń");
  EXPECT_EQ(unspell_bytes("Ġa"), " a");
}

TEST(ByteLetters, OtherLettersStandForNoByte) {
  EXPECT_EQ(unspell_bytes("a b"), std::nullopt);
  EXPECT_EQ(unspell_bytes("ń"), std::nullopt);
  EXPECT_EQ(unspell_bytes("\n"), std::nullopt);
  EXPECT_EQ(byte_of_letter(0xAD), std::nullopt);
  EXPECT_EQ(byte_of_letter(0x144), std::nullopt);
}

}  // namespace
}  // namespace trainyard
