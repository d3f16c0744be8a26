// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/line_pattern.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>

using namespace trainyard;

namespace {

std::string matched(const char* text, const std::string& line) {
  const auto pattern = LinePattern::parse(text);
  if (!pattern) return pattern.error().code;
  const auto values = pattern->match(line);
  if (!values) return "no";
  std::string out;
  for (const auto& [name, value] : *values) {
    char number[60];
    std::snprintf(number, sizeof number, "%s%s=%g", out.empty() ? "" : " ", name.c_str(), value);
    out += number;
  }
  return out;
}

}  // namespace

TEST(LinePattern, ReadsNumbersByTheirPlaces) {
  EXPECT_EQ(matched("iter {step}: loss {loss}", "[rank 0] iter  10: loss   2.5 ms"),
            "step=10 loss=2.5");
  EXPECT_EQ(matched("a {*} b {x}", "a 1 b c b 2"), "x=2");
  EXPECT_EQ(matched("{x} and {val/acc@1}", "1e-3 and -inf"), "x=0.001 val/acc@1=-inf");
  EXPECT_EQ(matched("loss {x}", "loss none, loss 3"), "x=3");
  EXPECT_EQ(matched("{x}", "abc12 7"), "x=7") << "a number is not read from the middle of a word";
  EXPECT_EQ(matched("loss {x}", "losses 3"), "no");
  EXPECT_EQ(matched("loss {x}", ""), "no");
}

TEST(LinePattern, RefusesWhatCannotBeRead) {
  EXPECT_EQ(matched("{a}{b}", ""), "pattern.side_by_side");
  EXPECT_EQ(matched("{a} {a}", ""), "pattern.name_twice");
  EXPECT_EQ(matched("step {step}", ""), "pattern.no_value");
  EXPECT_EQ(matched("", ""), "pattern.no_value");
  EXPECT_EQ(matched("{a}\n", ""), "pattern.line_break");
  EXPECT_EQ(matched((std::string(600, 'x') + "{a}").c_str(), ""), "pattern.too_long");
}

TEST(LinePattern, GivesUpOnALineThatCouldTakeLong) {
  std::string text = "a";
  for (int i = 0; i < 60; ++i) text += "{*}a";
  const auto pattern = LinePattern::parse(text + "b{x}");
  ASSERT_TRUE(pattern);
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_FALSE(pattern->match(std::string(60000, 'a')));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(2));
}

TEST(NumberAt, ReadsWhatProgramsPrint) {
  const auto value = [](const char* text) {
    const auto number = number_at(text);
    return number ? number->first : 12345;
  };
  EXPECT_EQ(value("-1.5e-3,"), -1.5e-3);
  EXPECT_EQ(value(".5"), 0.5);
  EXPECT_EQ(value("1e999"), std::numeric_limits<double>::infinity());
  EXPECT_EQ(value("1e-999"), 0);
  EXPECT_TRUE(std::isnan(value("NaN")));
  EXPECT_EQ(value("-Infinity"), -std::numeric_limits<double>::infinity());
  EXPECT_EQ(value("nano"), 12345);
  EXPECT_EQ(value("-"), 12345);
  EXPECT_EQ(value(""), 12345);
}
