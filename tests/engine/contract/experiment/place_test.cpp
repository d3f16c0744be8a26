// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/experiment/place.h"

#include <gtest/gtest.h>

namespace trainyard {
namespace {

constexpr std::string_view kText =
    "format: 1\n"
    "command: {launcher: none, program: a.py}\n"
    "data:\n"
    "  train:\n"
    "    - ä.txt\n"
    "    - two.txt\n"
    "  validation: [\"ü\", b]\n"
    "  tokenizer:\n"
    "environment: {variables: {A.B: 1}}\n";

void expect_place(std::string_view path, int line, int column) {
  const Place place = find_place(kText, path);
  EXPECT_EQ(place.line, line) << path;
  EXPECT_EQ(place.column, column) << path;
}

TEST(FindPlace, NamesValues) {
  expect_place("format", 1, 9);
  expect_place("command.program", 2, 36);
  expect_place("data.train[1]", 6, 7);
  expect_place("data.validation[1]", 7, 21);
}

TEST(FindPlace, FallsBackToWhatIsAround) {
  expect_place("data.tokenizer", 8, 3);
  expect_place("data.train[7]", 5, 5);
  expect_place("environment.venv", 9, 14);
  expect_place("command.stop_signal", 2, 10);
  expect_place("model.pretrained", 1, 1);
}

TEST(PlaceFinding, IsInTheDocumentOrOnTheCommandLine) {
  const std::vector<std::string> overrides{"data.validation=[c]", "environment.variables.A=1"};
  const auto placed = [&](const char* path) {
    Diagnostic finding;
    finding.path = path;
    place_finding(finding, "e.yaml", kText, overrides);
    return finding.file + ":" + std::to_string(finding.line) + ":" + std::to_string(finding.column);
  };
  EXPECT_EQ(placed("data.train[1]"), "e.yaml:6:7");
  EXPECT_EQ(placed("data.validation[0]"), "--set:0:0");
  EXPECT_EQ(placed("environment.variables"), "--set:0:0");
  EXPECT_EQ(placed("data.valid"), "e.yaml:4:3");
}

TEST(FindPlace, TakesAnyText) {
  for (const char* text : {"", "[", "a: [", "- 1", "\xff", "x"})
    for (const char* path :
         {"", "a", "a[0]", "a[", "a.b", ".", "[", "[0]", "a[99999999999999999999]"}) {
      const Place place = find_place(text, path);
      EXPECT_GE(place.line, 0);
      EXPECT_LE(place.line, 1);
    }
}

}  // namespace
}  // namespace trainyard
