// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/sentences/punkt_splitter.h"

#include <gtest/gtest.h>

namespace trainyard {
namespace {

using Sentences = std::vector<std::string_view>;

PunktSplitter clinical() {
  PunktParameters parameters;
  parameters.abbreviations = {"dr", "p.o", "q.d", "e.g", "approx", "5a"};
  parameters.sentence_starters = {"patient"};
  parameters.collocations = {{"##number##", "floor"}};
  parameters.orthographic_context = {
      {"the", PunktContext::begin_upper | PunktContext::middle_lower},
      {"smith", PunktContext::middle_upper}};
  return PunktSplitter(parameters);
}

TEST(PunktSplitter, SplitsBehindWordsThatAreNoAbbreviations) {
  EXPECT_EQ(clinical().sentences("Seen by Dr. Smith. Takes it p.o. daily! Why? Unknown"),
            (Sentences{"Seen by Dr. Smith.", "Takes it p.o. daily!", "Why?", "Unknown"}));
}

TEST(PunktSplitter, AnAbbreviationMayEndASentence) {
  // "the" is known in lower case and not in upper case inside sentences, "Patient" starts them.
  EXPECT_EQ(clinical().sentences("Given q.d. The end."), (Sentences{"Given q.d.", "The end."}));
  EXPECT_EQ(clinical().sentences("Given q.d. Patient left."),
            (Sentences{"Given q.d.", "Patient left."}));
  EXPECT_EQ(clinical().sentences("Given q.d. Aspirin left."),
            (Sentences{"Given q.d. Aspirin left."}));
}

TEST(PunktSplitter, NumbersInitialsAndEllipses) {
  EXPECT_EQ(clinical().sentences("On the 5. Floor it was. It was 5. The end."),
            (Sentences{"On the 5. Floor it was.", "It was 5.", "The end."}));
  EXPECT_EQ(clinical().sentences("By J. Bach. By J. The end."),
            (Sentences{"By J. Bach.", "By J.", "The end."}));
  EXPECT_EQ(clinical().sentences("Well ... the end. Well ... The end."),
            (Sentences{"Well ... the end.", "Well ...", "The end."}));
  EXPECT_EQ(clinical().sentences("Temp 98.6 today, 3.5."), (Sentences{"Temp 98.6 today, 3.5."}));
}

TEST(PunktSplitter, ClosingMarksStayWithTheirSentence) {
  EXPECT_EQ(clinical().sentences("(He left.) \"Why?\" She stayed.\u201d  So."),
            (Sentences{"(He left.)", "\"Why?\"", "She stayed.\u201d", "So."}));
  EXPECT_EQ(clinical().sentences("He left.)-- So."), (Sentences{"He left.)", "-- So."}));
}

TEST(PunktSplitter, LeavesWhiteSpaceOut) {
  EXPECT_EQ(clinical().sentences("One.\n\n\tTwo.\u2003Three. \x1c\n"),
            (Sentences{"One.", "Two.\u2003Three."}));
  EXPECT_TRUE(clinical().sentences("").empty());
  EXPECT_TRUE(clinical().sentences(" \n\u3000").empty());
  EXPECT_EQ(clinical().spans("Ab.  Cd."), (std::vector<SentenceSpan>{{0, 3}, {5, 8}}));
}

TEST(PunktSplitter, KnowsNothingWithoutParameters) {
  const PunktSplitter splitter{PunktParameters{}};
  EXPECT_EQ(splitter.sentences("Seen by Dr. Smith. e.g., him."),
            (Sentences{"Seen by Dr.", "Smith.", "e.g., him."}));
}

TEST(PunktSplitter, BytesThatAreNoText) {
  const PunktSplitter splitter = clinical();
  for (std::string text : {"\xC3", "a.\xE2\x80", ".\xFF \xFF.", "\xF4\xFF\xFF\xFF. \x80."})
    for (const SentenceSpan& span : splitter.spans(text)) {
      EXPECT_LT(span.begin, span.end) << testing::PrintToString(text);
      EXPECT_LE(span.end, text.size()) << testing::PrintToString(text);
    }
}

// Each of these makes a splitter that looks back or ahead again and again take minutes.
TEST(PunktSplitter, TakesTimeInProportion) {
  const PunktSplitter splitter = clinical();
  for (const std::string unit :
       {".", ". ", ".\u00a0", "a.\"", "-.", ". .\t", "\u03a3'", ".\"", " "}) {
    std::string text = "a. ";
    while (text.size() < 2'000'000) text += unit;
    EXPECT_FALSE(splitter.spans(text + "b").empty()) << unit;
  }
}

}  // namespace
}  // namespace trainyard
