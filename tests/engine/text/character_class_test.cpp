// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/unicode/character_class.h"

#include <gtest/gtest.h>

#include "engine/text/unicode/character_properties.h"

namespace trainyard {
namespace {

TEST(CharacterProperties, RangesAreSortedAndApart) {
  ASSERT_GT(num_character_ranges, 100u);
  for (std::size_t i = 0; i < num_character_ranges; ++i) {
    const CharacterRange& range = character_ranges[i];
    EXPECT_LE(range.first, range.last);
    EXPECT_LT(range.last, kNumCodePoints);
    EXPECT_TRUE(range.category != GeneralCategory::Cn || range.flags != 0);
    if (i > 0) {
      EXPECT_GT(range.first, character_ranges[i - 1].last);
    }
  }
}

TEST(CharacterClass, AgreesWithThePropertiesEverywhere) {
  using enum GeneralCategory;
  for (char32_t c = 0; c < kNumCodePoints; ++c) {
    const CharacterProperties properties = properties_of(c);
    CharacterClass wanted = CharacterClass::other;
    switch (properties.category) {
      case Lu:
      case Ll:
      case Lt:
      case Lm:
      case Lo:
        wanted = CharacterClass::letter;
        break;
      case Nd:
      case Nl:
      case No:
        wanted = CharacterClass::number;
        break;
      default:
        if ((properties.flags & kSpaceFlag) != 0) wanted = CharacterClass::space;
    }
    ASSERT_EQ(character_class(c), wanted) << static_cast<std::uint32_t>(c);
  }
  EXPECT_EQ(character_class(0x110000), CharacterClass::other);
  EXPECT_EQ(character_class(0xFFFFFFFF), CharacterClass::other);
}

TEST(CharacterClass, KnowsWhereHostsDiffer) {
  EXPECT_EQ(character_class(U'\u180E'), CharacterClass::other);   // a space until Unicode 6.3
  EXPECT_EQ(character_class(0x31350), CharacterClass::letter);    // since Unicode 15
  EXPECT_EQ(character_class(U'\u00BD'), CharacterClass::number);  // one half
  EXPECT_EQ(character_class(0x85), CharacterClass::space);
  EXPECT_EQ(character_class(U'\u200B'), CharacterClass::other);  // of zero width
  EXPECT_EQ(character_class(U'\u0301'), CharacterClass::other);  // combining
}

}  // namespace
}  // namespace trainyard
