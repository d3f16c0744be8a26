// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/inspect/inspect_text.h"

#include <gtest/gtest.h>

#include "engine/inspect/split_counts.h"

namespace trainyard {
namespace {

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// What is printed of one sample.
std::string shown(DataSample sample, Marks marks, ShowIds ids = ShowIds::no) {
  Inspection inspection;
  inspection.samples.push_back(std::move(sample));
  return inspection_text(inspection, marks, ids);
}

// What is in the data gives a terminal no orders: neither escapes nor turns of direction.
TEST(InspectText, ControlCharactersAreCodes) {
  DataSample sample{"train", 1234, 3, {}, {}};
  for (const char* text : {"\033[31mred", "\xC2\x9B", "\u202Eback\tend\nline"})
    sample.tokens.push_back({.id = 1, .text = text, .is_learned = true});
  const std::string text = shown(sample, Marks::signs);
  EXPECT_TRUE(holds(text, "\\u001b[31mred\\u009b\\u202eback\\u0009end\nline")) << text;
  EXPECT_FALSE(holds(text, "\033"));
  EXPECT_TRUE(holds(text, "train 1,234, 3 tokens\n")) << text;
  // With ids a token is on one line.
  EXPECT_TRUE(holds(shown(sample, Marks::signs, ShowIds::yes), "end\\nline'"));
}

TEST(InspectText, WhatIsNotLearnedStandsBetweenSigns) {
  DataSample sample{"train", 0, 9, {}, {}};
  sample.tokens = {{.id = 1, .text = "a prompt"},
                   {.id = 2, .text = " of two"},
                   {.id = 3, .text = " answer", .is_learned = true}};
  const std::string text = shown(sample, Marks::signs);
  EXPECT_TRUE(holds(text, "«a prompt of two» answer")) << text;
  EXPECT_TRUE(holds(text, "between « and »: not learned\n")) << text;
  EXPECT_TRUE(holds(text, "  (6 more tokens)\n")) << text;
  EXPECT_TRUE(holds(shown(sample, Marks::colours), "\033[0;2ma prompt of two\033[0;1m answer"));
}

TEST(InspectText, CountsAreReadAsPeopleReadThem) {
  SplitCounts counts;
  counts.name = "train";
  counts.examples = 1200;
  counts.tokens = 7300000;
  counts.learned_tokens = 999;
  counts.padding = 0.125;
  counts.lengths = length_counts({{1, 900}, {2, 300}});
  counts.labels.emplace();
  for (int i = 0; i < 22; ++i) counts.labels->push_back({"kind " + std::to_string(i), i});
  Inspection inspection;
  inspection.splits = {counts};
  const std::string text = inspection_text(inspection, Marks::signs, ShowIds::no);
  EXPECT_TRUE(holds(text,
                    "train: 1,200 examples, 7,300,000 tokens, 999 learned, 12.5 % padding\n"
                    "  lengths: min 1, median 1, p95 2, max 2\n"))
      << text;
  EXPECT_TRUE(holds(text, std::string(30, '#') + "\n")) << "the longest bar";
  EXPECT_TRUE(holds(text, std::string(10, '#') + "\n")) << "a third of it";
  EXPECT_TRUE(holds(text, "  label kind 19: 19\n  and 2 more labels\n")) << text;
  // Not counted: only how many there are.
  inspection.splits = {{.name = "train", .examples = 1200}};
  EXPECT_TRUE(
      holds(inspection_text(inspection, Marks::signs, ShowIds::no), "train: 1,200 examples\n"));
}

TEST(InspectText, JsonHasWhatIsThere) {
  DataSample sample{"train", 0, 1, Value("calm"), {}};
  sample.tokens = {{.id = 5, .text = "x", .is_learned = true, .hidden = HiddenToken{6, "y"}}};
  Inspection inspection;
  inspection.splits = {{.name = "train", .examples = 3}};
  inspection.samples = {sample};
  const Map said = to_map(inspection);
  EXPECT_EQ(get<std::int64_t>(said, "format"), kInspectFormat);
  EXPECT_EQ(get<std::string>(said, "kind"), "blocks");
  EXPECT_EQ(get<List>(said, "splits"), (List{Map{{"name", "train"}, {"examples", 3}}}));
  EXPECT_EQ(get<List>(said, "samples"),
            (List{Map{{"split", "train"},
                      {"index", 0},
                      {"length", 1},
                      {"label", "calm"},
                      {"tokens", List{Map{{"id", 5},
                                          {"text", "x"},
                                          {"learned", true},
                                          {"hidden", Map{{"id", 6}, {"text", "y"}}}}}}}}));
}

}  // namespace
}  // namespace trainyard
