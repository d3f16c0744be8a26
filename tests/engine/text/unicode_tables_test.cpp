#include "engine/text/unicode_tables.h"

#include <gtest/gtest.h>

namespace trainyard {
namespace {

TEST(UnicodeTables, RangesAreSortedAndApart) {
  ASSERT_GT(num_unicode_ranges, 100u);
  for (std::size_t i = 0; i < num_unicode_ranges; ++i) {
    EXPECT_LE(unicode_ranges[i].first, unicode_ranges[i].last);
    EXPECT_LE(unicode_ranges[i].last, char32_t{0x10FFFF});
    EXPECT_NE(unicode_ranges[i].of, CharacterClass::other);
    if (i > 0) {
      EXPECT_GT(unicode_ranges[i].first, unicode_ranges[i - 1].last);
    }
  }
}

TEST(UnicodeTables, LookUpAgreesWithTheRangesEverywhere) {
  std::size_t range = 0;
  for (char32_t c = 0; c < 0x110000; ++c) {
    while (range < num_unicode_ranges && unicode_ranges[range].last < c) {
      ++range;
    }
    const bool inside = range < num_unicode_ranges && unicode_ranges[range].first <= c;
    ASSERT_EQ(character_class(c), inside ? unicode_ranges[range].of : CharacterClass::other)
        << static_cast<std::uint32_t>(c);
  }
  EXPECT_EQ(character_class(0x110000), CharacterClass::other);
  EXPECT_EQ(character_class(0xFFFFFFFF), CharacterClass::other);
}

TEST(UnicodeTables, KnowsWhereHostsDiffer) {
  EXPECT_EQ(character_class(U'\u180E'), CharacterClass::other);   // a space until Unicode 6.3
  EXPECT_EQ(character_class(0x31350), CharacterClass::letter);    // since Unicode 15
  EXPECT_EQ(character_class(U'\u00BD'), CharacterClass::number);  // one half
  EXPECT_EQ(character_class(0x85), CharacterClass::space);
  EXPECT_EQ(character_class(U'\u200B'), CharacterClass::other);  // of zero width
  EXPECT_EQ(character_class(U'\u0301'), CharacterClass::other);  // combining
}

}  // namespace
}  // namespace trainyard
