// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/normalizer.h"

#include <gtest/gtest.h>

#include "engine/text/unicode/normal_forms.h"
#include "engine/system/utf8_sequence.h"

namespace trainyard {
namespace {

std::string in_form(std::string_view text, NormalForm form) {
  const auto characters = to_normal_form(text, form);
  if (!characters) return std::string(text);
  std::string made;
  for (const FormedCharacter& character : *characters) append_utf8(character.code_point, made);
  return made;
}

std::string after(const Normalizer& normalizer, std::string_view text) {
  std::string made;
  return std::string(normalizer.apply(text, made));
}

// Examples of Unicode Standard Annex 15 and of the Standard's chapter 3.
TEST(NormalForms, AreUnicodes) {
  using enum NormalForm;
  EXPECT_EQ(in_form("\u00C5", nfd), "A\u030A");
  EXPECT_EQ(in_form("\u212B", nfc), "\u00C5");
  EXPECT_EQ(in_form("A\u030A", nfc), "\u00C5");
  EXPECT_EQ(in_form("\u1E69", nfd), "s\u0323\u0307");
  EXPECT_EQ(in_form("s\u0307\u0323", nfc), "\u1E69") << "marks are sorted before they are joined";
  EXPECT_EQ(in_form("a\u0308\u0301", nfc), "\u00E4\u0301");
  EXPECT_EQ(in_form("\uFB01\u00B2", nfc), "\uFB01\u00B2");
  EXPECT_EQ(in_form("\uFB01\u00B2", nfkc), "fi2");
  EXPECT_EQ(in_form("\uD4DB", nfd), "\u1111\u1171\u11B6");
  EXPECT_EQ(in_form("\u1111\u1171\u11B6", nfc), "\uD4DB");
  EXPECT_EQ(in_form("\u0958", nfc), "\u0915\u093C") << "excluded from composition";
}

TEST(NormalForms, TextInTheFormIsNotMadeAgain) {
  const std::string text = "plain, \u00E9t\u00E9, \uD55C\uAD6D\uC5B4, \u65E5\u672C";
  EXPECT_FALSE(to_normal_form(text, NormalForm::nfc));
}

TEST(Normalizer, BertsCleansAndLowers) {
  Normalizer normalizer;
  normalizer.add_bert({});
  EXPECT_EQ(after(normalizer, "H\u00C9llo\tW\u00F6rld\x01\u200B!"), "hello world!");
  EXPECT_EQ(after(normalizer, "a\u4E2Db"), "a \u4E2D b");
  Normalizer cased;
  cased.add_bert({.strip_accents = false, .lowercase = false});
  EXPECT_EQ(after(cased, "H\u00C9llo\n"), "H\u00C9llo ");
}

TEST(Normalizer, StripsAndShortensSpaces) {
  using Kind = NormalizerStep::Kind;
  const auto of = [](NormalizerStep step, std::string_view text) {
    Normalizer normalizer;
    normalizer.add(std::move(step));
    return after(normalizer, text);
  };
  EXPECT_EQ(of({.kind = Kind::strip_left}, " \u3000\u00E9 "), "\u00E9 ");
  EXPECT_EQ(of({.kind = Kind::strip_right}, " \u00E9 \t\u00E9\u3000 "), " \u00E9 \t\u00E9");
  EXPECT_EQ(of({.kind = Kind::strip_right}, "  "), "");
  EXPECT_EQ(of({.kind = Kind::replace_spaces, .content = "_"}, " a  b   "), " a_b_");
  EXPECT_EQ(of({.kind = Kind::begin_with, .content = "_"}, "a"), "_a");
  EXPECT_EQ(of({.kind = Kind::begin_with, .content = "_"}, "_a"), "_a");
  EXPECT_EQ(of({.kind = Kind::begin_with, .content = "_"}, ""), "");
}

TEST(Normalizer, StepsFollowEachOther) {
  Normalizer normalizer;
  EXPECT_TRUE(normalizer.is_empty());
  normalizer.add({.kind = NormalizerStep::Kind::prepend, .content = " "});
  normalizer.add({.kind = NormalizerStep::Kind::replace, .pattern = " ", .content = "\u2581"});
  EXPECT_EQ(after(normalizer, "two words"), "\u2581two\u2581words");
  EXPECT_EQ(after(normalizer, ""), "");
}

}  // namespace
}  // namespace trainyard
