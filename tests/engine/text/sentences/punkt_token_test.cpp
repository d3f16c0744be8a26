// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/sentences/punkt_token.h"

#include <vector>

#include <gtest/gtest.h>

#include "engine/text/unicode/python_characters.h"

namespace trainyard {
namespace {

using Words = std::vector<std::string>;

Words words_of(std::string_view text) {
  Words out;
  PunktWords words(text);
  for (std::string_view word; words.next(word);) out.emplace_back(word);
  return out;
}

TEST(PunktWords, AreCutAsNltkCutsThem) {
  EXPECT_EQ(words_of("a.b. (c), d's e--f..."),
            (Words{"a.b.", "(", "c", ")", ",", "d", "'s", "e", "--", "f", "..."}));
  EXPECT_EQ(words_of(". . . .x -5 1,000, 'q' !!"),
            (Words{". . . .", "x", "-", "5", "1,000", ",", "'q", "'", "!", "!"}));
  EXPECT_EQ(words_of("a,,b a,\n\u00e9.\u00a0x"), (Words{"a,,b", "a", ",", "\u00e9.", "x"}));
}

TEST(PunktWords, KnowLinesAndParagraphs) {
  PunktWords words("a b\nc\n \x1c\nd");
  std::string places;
  for (std::string_view word; words.next(word);)
    places += words.begins_paragraph() ? 'P' : words.begins_line() ? 'L' : '-';
  EXPECT_EQ(places, "L-LP");
}

TEST(PunktToken, Types) {
  PunktToken token;
  for (const char* word : {"5", "5.", "-1,000.5", ".5", "\u0661", "1-2."}) {
    token.set(word);
    EXPECT_EQ(token.type(), punkt_number) << word;
  }
  for (const char* word : {"-", ".", "5a", "--5", "-.,5"}) {
    token.set(word);
    EXPECT_FALSE(token.is_number()) << word;
  }
  token.set("P.O.");
  EXPECT_EQ(token.type(), "p.o.");
  EXPECT_EQ(token.type_without_period(), "p.o");
  token.set(".");
  EXPECT_EQ(token.type_without_period(), ".");
}

TEST(PunktToken, Looks) {
  PunktToken token;
  token.set("\u00c9.");
  EXPECT_TRUE(token.is_initial() && token.begins_upper() && !token.is_alphabetic());
  token.set("_a\u0301");
  EXPECT_TRUE(token.is_alphabetic() && !token.begins_upper() && !token.begins_lower());
  token.set("...");
  EXPECT_TRUE(token.is_ellipsis() && !token.is_initial());
}

TEST(PunktToken, IsAbbreviationByItsLastPart) {
  PunktToken token;
  const auto is_known = [](std::string_view word) { return word == "dr"; };
  for (const char* word : {"Dr.", "Prof-Dr."}) {
    token.set(word);
    token.annotate(is_known);
    EXPECT_TRUE(token.is_abbreviation && !token.ends_sentence) << word;
  }
  token.set("Drx.");
  token.annotate(is_known);
  EXPECT_TRUE(token.ends_sentence && !token.is_abbreviation);
}

TEST(PythonCharacters, LowerCase) {
  const auto lower = [](std::string_view text) {
    std::string out;
    python::append_lower_case(text, out);
    return out;
  };
  EXPECT_EQ(lower("AbC\u00c9\u0130\u1e9e"), "abc\u00e9i\u0307\u00df");
  // A sigma is another letter at the end of a word.
  EXPECT_EQ(lower("\u03a3\u0391\u03a3 \u0391\u03a3.\u0391 \u0391'\u03a3.1"),
            "\u03c3\u03b1\u03c2 \u03b1\u03c3.\u03b1 \u03b1'\u03c2.1");
}

TEST(PythonCharacters, Spaces) {
  EXPECT_EQ(python::end_without_space("a\u3000\x1f \n"), 1u);
  EXPECT_EQ(python::end_without_space("\u00a0"), 0u);
  EXPECT_EQ(python::end_without_space("a\u200b"), 4u);
  EXPECT_EQ(python::end_without_space("\x80\x80"), 2u);
}

}  // namespace
}  // namespace trainyard
