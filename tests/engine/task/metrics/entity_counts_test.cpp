// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/task/metrics/entity_counts.h"

#include <algorithm>
#include <sstream>

#include <gtest/gtest.h>

namespace trainyard {
namespace {

const std::vector<std::string> kLabels = {"O",     "B-PER", "I-PER", "B-LOC", "I-LOC",
                                          "E-PER", "S-PER", "E-LOC", "S-LOC", "B",
                                          "I",     "L-PER", "."};

// "B-PER I-PER O" to the labels' indexes; "-" is a place without a target.
std::vector<std::int64_t> labels_of(const std::string& words) {
  std::istringstream stream(words);
  std::vector<std::int64_t> labels;
  for (std::string word; stream >> word;)
    labels.push_back(word == "-" ? -100 : std::ranges::find(kLabels, word) - kLabels.begin());
  return labels;
}

// "PER 0-1, LOC 3-3"
std::string entities_in(const std::string& words) {
  const Tags tags(kLabels);
  std::string text;
  for (const Entity& entity : tags.entities(labels_of(words)))
    text += (text.empty() ? "" : ", ") + tags.types()[entity.type] + " " +
            std::to_string(entity.first) + "-" + std::to_string(entity.last);
  return text;
}

TEST(Tags, OfEachSchemeAreRead) {
  EXPECT_EQ(entities_in("B-PER I-PER O B-LOC"), "PER 0-1, LOC 3-3");                 // IOB2
  EXPECT_EQ(entities_in("I-PER I-PER O I-LOC B-LOC"), "PER 0-1, LOC 3-3, LOC 4-4");  // IOB1
  EXPECT_EQ(entities_in("I-PER E-PER I-PER E-PER O"), "PER 0-1, PER 2-3");           // IOE2
  EXPECT_EQ(entities_in("B-PER I-PER E-PER S-LOC"), "PER 0-2, LOC 3-3");             // IOBES
  EXPECT_EQ(entities_in("B I O B"), "_ 0-1, _ 3-3");
  EXPECT_EQ(entities_in("O O"), "");
  EXPECT_EQ(entities_in(""), "");
}

TEST(Tags, ThatContinueNothingBeginAnEntity) {
  EXPECT_EQ(entities_in("O I-PER I-PER"), "PER 1-2");
  EXPECT_EQ(entities_in("B-PER I-LOC"), "PER 0-0, LOC 1-1");
  EXPECT_EQ(entities_in("B-PER E-LOC I-LOC"), "PER 0-0, LOC 1-1, LOC 2-2");
  EXPECT_EQ(entities_in("S-PER I-PER"), "PER 0-0, PER 1-1");
}

TEST(Tags, OfUnknownKindsContinue) {
  EXPECT_EQ(entities_in("B-PER L-PER O"), "PER 0-1");
  EXPECT_EQ(entities_in("O L-PER L-PER O"), "PER 1-2");
  EXPECT_EQ(entities_in("O . B-PER . O"), "PER 2-2");
}

TEST(Tags, HaveTheirTypeBehindTheFirstHyphen) {
  const std::vector<std::string> labels = {"B-A-B", "BX", "\u00c9-C", "", "B-"};
  const Tags tags(labels);
  EXPECT_EQ(std::vector(tags.types().begin(), tags.types().end()),
            (std::vector<std::string>{"A-B", "C", "X", "_"}));
}

EntityCounts counted(const std::string& targets, const std::string& predictions) {
  EntityCounts counts(kLabels);
  counts.add(labels_of(targets), labels_of(predictions));
  return counts;
}

TEST(EntityCounts, AreOfWholeEntities) {
  // PER: 2 there, 2 predicted, 1 at the right tokens; LOC: 1, 0, 0.
  const auto counts = counted("B-PER I-PER O B-PER I-PER B-LOC", "B-PER I-PER O B-PER O O");
  EXPECT_DOUBLE_EQ(counts.token_accuracy().value(), 4.0 / 6);
  EXPECT_DOUBLE_EQ(counts.overall()->precision, 0.5);
  EXPECT_DOUBLE_EQ(counts.overall()->recall, 1.0 / 3);
  EXPECT_DOUBLE_EQ(counts.overall()->f1, 0.4);
  const auto by_type = counts.by_type();
  ASSERT_EQ(by_type.size(), 2u);
  EXPECT_EQ(by_type[0].first, "LOC");
  EXPECT_EQ(by_type[0].second.f1, 0);
  EXPECT_EQ(by_type[1].first, "PER");
  EXPECT_DOUBLE_EQ(by_type[1].second.f1, 0.5);
}

TEST(EntityCounts, LeaveOutPlacesWithoutATarget) {
  const auto counts = counted("- B-PER - I-PER -", "O B-PER O I-PER B-LOC");
  EXPECT_EQ(counts.token_accuracy(), 1.0);
  EXPECT_EQ(counts.overall()->f1, 1.0);
}

TEST(EntityCounts, OfNothingAreNoValues) {
  for (const auto& counts : {counted("", ""), counted("- -", "B-PER O")}) {
    EXPECT_FALSE(counts.token_accuracy());
    EXPECT_FALSE(counts.overall());
    EXPECT_TRUE(counts.by_type().empty());
  }
  EXPECT_EQ(counted("O", "O").overall()->f1, 0);
}

TEST(EntityCounts, OfSequencesAndRanksAreSummed) {
  EntityCounts here(kLabels), all(kLabels);
  // The entity at the end of one sequence does not go on in the next.
  here.add(labels_of("O B-PER"), labels_of("O B-PER"));
  here.add(labels_of("I-PER O"), labels_of("I-PER O"));
  all.add_totals(here.totals());
  all.add_totals(counted("B-LOC", "O").totals());
  EXPECT_DOUBLE_EQ(all.overall()->recall, 2.0 / 3);
  EXPECT_DOUBLE_EQ(all.overall()->precision, 1.0);
  EXPECT_DOUBLE_EQ(all.token_accuracy().value(), 0.8);
}

}  // namespace
}  // namespace trainyard
