// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/character_map.h"

#include <gtest/gtest.h>

#include "engine/text/base64.h"
#include "engine/system/utf8_sequence.h"

namespace trainyard {
namespace {

std::string little_endian(const std::vector<std::uint32_t>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof numbers[0]};
}

// A trie of the key "a" (its node at 0x61, its value at 0x80) in front of `texts`.
std::string map_of_a(std::uint32_t value, std::string texts) {
  std::vector<std::uint32_t> units(0x100);
  units[0x61] = 0x61u | 1u << 8 | (0x61u ^ 0x80u) << 10;
  units[0x80] = value | 1u << 31;
  return little_endian({static_cast<std::uint32_t>(units.size() * sizeof units[0])}) +
         little_endian(units) + std::move(texts);
}

// "q1 a0 b2": each character and for how many it stands; "same" where nothing changes.
std::string applied(const std::string& bytes, std::string_view text) {
  const auto map = CharacterMap::read(bytes);
  if (!map) return "unreadable";
  const auto characters = map->apply(text);
  if (!characters) return "same";
  std::string shown;
  for (const FormedCharacter& character : *characters) {
    shown += shown.empty() ? "" : " ";
    append_utf8(character.code_point, shown);
    shown += std::to_string(character.replaced);
  }
  return shown;
}

using namespace std::string_literals;

TEST(CharacterMap, ReplacesKeys) {
  EXPECT_EQ(applied(map_of_a(0, "q\0"s), "xa"), "x1 q1");
  EXPECT_EQ(applied(map_of_a(2, "q\0rst\0"s), "ax"), "r1 s0 t0 x1");
  EXPECT_EQ(applied(map_of_a(0, "\0"s), "xay"), "x2 y1");
  EXPECT_EQ(applied(map_of_a(0, "q\0"s), "xyz"), "same");
  EXPECT_EQ(applied(map_of_a(0, "q\0"s), ""), "same");
}

TEST(CharacterMap, LooksClustersUpWhole) {
  // The key that "a" with its mark begins with stands for both; a longer cluster is taken apart.
  EXPECT_EQ(applied(map_of_a(0, "q\0"s), "a\u0301"), "q2");
  EXPECT_EQ(applied(map_of_a(0, "q\0"s), "a\u0301\u0301\u0301"), "q1 \u03011 \u03011 \u03011");
}

TEST(CharacterMap, RefusesWhatItCanNotRead) {
  for (const std::string& bytes :
       {""s, "\1\0\0"s, "\0\0\0\0"s, "\4\0\0\0"s, "\3\0\0\0abc"s, map_of_a(0, "\xFF\0"s)})
    EXPECT_EQ(applied(bytes, "a"), "unreadable");
  // A value behind the texts, one inside a character, and a trie cut off.
  EXPECT_EQ(applied(map_of_a(99, "q\0"s), "a"), "same");
  EXPECT_EQ(applied(map_of_a(1, "\u00E9\0"s), "a"), "same");
  EXPECT_EQ(applied(little_endian({4, 0x7FFFFFFF}), "a"), "same");
}

TEST(Base64, IsDecoded) {
  EXPECT_EQ(decode_base64("Zm9vYmE="), "fooba");
  EXPECT_EQ(decode_base64("Zm9vYg=="), "foob");
  EXPECT_EQ(decode_base64("//79"), "\xFF\xFE\xFD");
  EXPECT_EQ(decode_base64(""), "");
  for (const char* text : {"Zm9", "Zm9v!A==", "====", "Z===", "Zm=v"})
    EXPECT_FALSE(decode_base64(text)) << text;
}

}  // namespace
}  // namespace trainyard
