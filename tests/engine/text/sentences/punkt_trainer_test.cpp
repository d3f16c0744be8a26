// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/sentences/punkt_trainer.h"

#include <gtest/gtest.h>

#include "engine/text/sentences/punkt_statistics.h"

namespace trainyard {
namespace {

std::string repeated(std::string_view text, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += text;
  return out;
}

// Of words that stand nowhere else, so that nothing but "dr" and "mg" is often before a full stop.
std::string notes() {
  std::string text;
  for (int i = 0; i < 60; ++i) {
    std::string word;
    for (int rest = i + 27; rest > 0; rest /= 26) word += static_cast<char>('a' + rest % 26);
    text +=
        "However dr. Smith gave five mg. of something" + word + " to people there" + word + ".\n";
  }
  return text;
}

TEST(PunktTrainer, LearnsAbbreviationsStartersAndContexts) {
  PunktTrainer trainer;
  trainer.add(notes());
  const PunktParameters found = trainer.parameters();
  EXPECT_EQ(found.abbreviations, (std::set<std::string, std::less<>>{"dr", "mg"}));
  EXPECT_EQ(found.sentence_starters, (std::set<std::string, std::less<>>{"however"}));
  EXPECT_EQ(found.orthographic_context.at("smith"), PunktContext::unknown_upper + 0u);
  // The first word of the text is not known to begin a sentence.
  EXPECT_EQ(found.orthographic_context.at("however"),
            PunktContext::begin_upper | PunktContext::unknown_upper);
  EXPECT_EQ(found.orthographic_context.at("gave"), PunktContext::middle_lower + 0u);
}

TEST(PunktTrainer, AWordWithoutItsFullStopIsNoAbbreviation) {
  PunktTrainer trainer;
  trainer.add(notes());
  ASSERT_TRUE(trainer.parameters().abbreviations.contains("mg"));
  trainer.add(repeated("five mg of\n", 40));
  EXPECT_FALSE(trainer.parameters().abbreviations.contains("mg"));
  EXPECT_TRUE(trainer.parameters().abbreviations.contains("dr"));
}

TEST(PunktTrainer, ARareWordBeforeACommaIsAnAbbreviation) {
  PunktTrainer trainer;
  trainer.add("We saw it approximatel., and then no more.");
  EXPECT_TRUE(trainer.parameters().abbreviations.contains("approximatel"));
}

TEST(PunktTrainer, LearnsCollocationsBehindNumbers) {
  PunktTrainer trainer;
  std::string text = notes();
  for (int i = 1; i < 20; ++i) text += "he went to the " + std::to_string(i) + ". Floor and left\n";
  trainer.add(text);
  const std::set<std::pair<std::string, std::string>> floors{{"##number##", "floor"}};
  EXPECT_EQ(trainer.parameters().collocations, floors);
}

TEST(PunktTrainer, NothingOfNothing) {
  PunktTrainer trainer;
  EXPECT_EQ(trainer.parameters(), PunktParameters());
  for (const char* text : {"", "\n\n \n", ".", "\"", "\xFF\xE2\x80", "\x1c"}) trainer.add(text);
  EXPECT_TRUE(trainer.parameters().sentence_starters.empty());
}

// From the definitions with the numbers put in.
TEST(PunktStatistics, Likelihoods) {
  EXPECT_NEAR(abbreviation_likelihood({.first = 10, .second = 20, .both = 10, .total = 100}),
              31.98775, 0.0001);
  EXPECT_NEAR(collocation_likelihood({.first = 10, .second = 20, .both = 5, .total = 100}), 5.11652,
              0.0001);
  EXPECT_EQ(collocation_likelihood({.first = 5, .second = 5, .both = 5, .total = 5}), 0.0);
  EXPECT_NEAR(abbreviation_score("e.g", 10, 0, 20, 100, false), 31.98775 * 0.1353353 * 2, 0.0001);
}

}  // namespace
}  // namespace trainyard
