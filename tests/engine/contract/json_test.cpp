// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/json.h"

#include <bit>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <random>

namespace trainyard {
namespace {

TEST(Json, WritesOneLineThatKeepsTheKindsOfNumbers) {
  EXPECT_EQ(to_json(Map{{"a", 1},
                        {"b", 1.0},
                        {"c", 5e-324},
                        {"d", List{true, Value(), "x\n\"\\\x01"}},
                        {"e", Map{}}}),
            R"({"a":1,"b":1.0,"c":5e-324,"d":[true,null,"x\n\"\\\u0001"],"e":{}})");
  EXPECT_EQ(to_json(Value(std::string("a\xff\xc3z"))), "\"a\xef\xbf\xbd\xef\xbf\xbdz\"");
}

TEST(Json, NonFiniteNumbersAreTextsInBothDirections) {
  EXPECT_EQ(to_json(List{std::nan(""), INFINITY, -INFINITY}), R"(["NaN","Infinity","-Infinity"])");
  const auto back = parse_json(R"(["NaN","Infinity","-Infinity"])");
  ASSERT_TRUE(back);
  const List& list = *back->get_if<List>();
  EXPECT_TRUE(std::isnan(*list[0].get_if<double>()));
  EXPECT_EQ(*list[1].get_if<double>(), INFINITY);
  EXPECT_EQ(*list[2].get_if<double>(), -INFINITY);
}

TEST(Json, BareNumbersThatAreNotFiniteAreRead) {
  const auto read = parse_json(
      R"({"a": NaN, "b": [Infinity,-Infinity, 1], "NaN": "NaN", "c": "say \"NaN\" \\", "d":NaN})");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(
      to_json(*read),
      R"({"a":"NaN","b":["Infinity","-Infinity",1],"NaN":"NaN","c":"say \"NaN\" \\","d":"NaN"})");
  EXPECT_TRUE(std::isnan(*parse_json("NaN")->get_if<double>()));
  for (const char* text : {"NaNa", "[NaN", "{NaN: 1}x", "xNaN", "--Infinity", "nan"})
    EXPECT_FALSE(parse_json(text)) << text;
  // The place is that of the text that was given.
  EXPECT_EQ(parse_json(R"({"a": NaN, "b": ?})").error().message,
            parse_json(R"({"a": 100, "b": ?})").error().message);
}

TEST(Json, ReadsBackWhatItWrote) {
  std::mt19937_64 random(3);
  for (int i = 0; i < 2000; ++i) {
    const double number = std::bit_cast<double>(random());
    if (!std::isfinite(number)) continue;
    const auto back = parse_json(to_json(Value(number)));
    ASSERT_TRUE(back);
    ASSERT_EQ(*back->get_if<double>(), number);
  }
  for (const std::int64_t number : {std::numeric_limits<std::int64_t>::min(), std::int64_t{0},
                                    std::numeric_limits<std::int64_t>::max()})
    EXPECT_EQ(parse_json(to_json(Value(number))).value(), Value(number));
}

TEST(Json, RefusesWhatIsNoJson) {
  for (const std::string text :
       {"", "{", "[1,]", "{\"a\":1}}", "nan", "1 2", "\"\xff\"", "{\"a\"}", "'a'", "1e999"}) {
    const auto out = parse_json(text);
    ASSERT_FALSE(out) << text;
    EXPECT_EQ(out.error().code, "json.malformed");
  }
  EXPECT_TRUE(parse_json(std::string(64, '[') + std::string(64, ']')));
  EXPECT_FALSE(parse_json(std::string(65, '[') + std::string(65, ']')));
  EXPECT_FALSE(parse_json(std::string(1 << 20, '[')));
}

TEST(Json, TheLastOfEqualKeysWinsAtTheFirstOnesPlace) {
  EXPECT_EQ(to_json(parse_json(R"({"a":1,"b":2,"a":3})").value()), R"({"a":3,"b":2})");
}

}  // namespace
}  // namespace trainyard
