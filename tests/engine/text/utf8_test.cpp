// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/unicode/utf8.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace trainyard {
namespace {

struct Utf8Case {
  std::string text;
  std::optional<std::size_t> byte_offset;
  std::size_t line = 1;
};

TEST(Utf8, FindsTheFirstByteThatDoesNotBelong) {
  const std::vector<Utf8Case> cases = {
      {"", {}},
      {"plain text\nof two lines\n", {}},
      {"\x7F", {}},
      {"\xC2\x80\xDF\xBF\xE0\xA0\x80\xED\x9F\xBF\xEE\x80\x80\xEF\xBF\xBF\xF0\x90\x80\x80\xF4\x8F"
       "\xBF\xBF",
       {}},
      {std::string("\0", 1), {}},
      {"a\x80", 1},                  // continuation without a begin
      {"12345678\n\xC0\x80", 9, 2},  // overlong
      {"\xC1\xBF", 0},
      {"\xE0\x9F\xBF", 0},
      {"\xF0\x8F\xBF\xBF", 0},
      {"\n\n\xED\xA0\x80", 2, 3},  // surrogate
      {"\xF4\x90\x80\x80", 0},     // above U+10FFFF
      {"\xF5\x80\x80\x80", 0},
      {"ok\xE2\x82", 2},  // cut off
      {"ok\xE2\x82x", 2},
      {"\xFF", 0},
      {"abcdefg\xC3\xA9"
       "abcdefgh\xC3",
       17},
  };
  for (const Utf8Case& c : cases) {
    const auto fault = find_invalid_utf8(c.text);
    ASSERT_EQ(fault.has_value(), c.byte_offset.has_value()) << c.text;
    if (fault) {
      EXPECT_EQ(fault->byte_offset, *c.byte_offset) << c.text;
      EXPECT_EQ(fault->line, c.line) << c.text;
    }
  }
}

TEST(Utf8, BrokenPartsHaveTheLengthUnicodeRecommends) {
  EXPECT_EQ(broken_sequence_length("\x80\x80"), 1u);
  EXPECT_EQ(broken_sequence_length("\xE2\x82"), 2u);
  EXPECT_EQ(broken_sequence_length("\xE2\x82z"), 2u);
  EXPECT_EQ(broken_sequence_length("\xED\xA0\x80"), 1u);
  EXPECT_EQ(broken_sequence_length("\xF0\x90\x80z"), 3u);
  EXPECT_EQ(broken_sequence_length("\xFF\xFF"), 1u);
}

TEST(Utf8, TakesLinesWithTheirBreaks) {
  std::string_view rest = "one\n\r\n\nlast";
  std::vector<std::string_view> lines;
  while (!rest.empty()) {
    lines.push_back(take_line(rest));
  }
  EXPECT_EQ(lines, (std::vector<std::string_view>{"one\n", "\r\n", "\n", "last"}));
  EXPECT_EQ(take_line(rest), "");
}

}  // namespace
}  // namespace trainyard
