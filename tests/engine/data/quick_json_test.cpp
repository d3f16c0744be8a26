// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/quick_json.h"

#include <random>

#include <gtest/gtest.h>

#include "engine/contract/json.h"

namespace trainyard {
namespace {

// Whatever is read quickly is what parse_json makes of it; whether it was read.
bool agrees(const std::string& text) {
  const auto quick = read_quickly(text);
  if (!quick) return false;
  EXPECT_LE(quick->size, text.size());
  const auto slow = parse_json(std::string_view(text).substr(0, quick->size));
  EXPECT_TRUE(slow.ok()) << text;
  EXPECT_EQ(to_json(quick->object), slow ? to_json(*slow) : "nothing") << text;
  return true;
}

TEST(QuickJson, ReadsWhatParseJsonReads) {
  for (
      const char* text :
      {R"({})", R"({ })", R"({"a":1})", "{ \"a\" : [ ] , \"b\" : { } }\n",
       R"({"a":null,"b":true,"c":false})",
       R"({"a":-0,"b":-0.0,"c":0.1,"d":1e5,"e":1E-7,"f":2.5e+10,"g":123456789012345678})",
       R"({"a":9223372036854775807,"b":9223372036854775808,"c":18446744073709551616,"d":-9223372036854775809})",
       R"({"a":4.9e-324,"b":1.7976931348623157e308,"c":0.30000000000000004})",
       R"({"a":"NaN","b":"Infinity","c":"-Infinity","d":"nan"})",
       R"({"a":"\"\\\/\b\f\n\r\t\u0041\u00e9\u20ac\ud834\udd1e\u0000"})", R"({"é€𝄞":"é€𝄞"})",
       R"({"a":1,"b":2,"a":3})", R"({"a":{"a":{"a":[1,[2,[3,{}]]]}}} {"next":1})",
       R"({"a":[1,2,"x",null,{"b":[]}]},)"})
    EXPECT_TRUE(agrees(text)) << text;
  std::string deep = "{\"a\":" + std::string(63, '[') + std::string(63, ']') + "}";
  EXPECT_TRUE(agrees(deep));
}

TEST(QuickJson, LeavesEverythingElseToParseJson) {
  std::string many = "{";
  for (int i = 0; i < 100; ++i) many += "\"" + std::to_string(i) + "\":1,";
  many.back() = '}';
  const std::string deep = "{\"a\":" + std::string(64, '[') + std::string(64, ']') + "}";
  const std::string very_deep = "{\"a\":" + std::string(1'000'000, '[');
  for (const std::string& text : {std::string(),
                                  std::string("["),
                                  std::string("{"),
                                  std::string("{\"a\":1"),
                                  std::string("{\"a\":1,}"),
                                  std::string("{,}"),
                                  std::string("{a:1}"),
                                  std::string("{\"a\":01}"),
                                  std::string("{\"a\":1.}"),
                                  std::string("{\"a\":.5}"),
                                  std::string("{\"a\":+1}"),
                                  std::string("{\"a\":1e}"),
                                  std::string("{\"a\":-}"),
                                  std::string("{\"a\":1e999}"),
                                  std::string("{\"a\":nul}"),
                                  std::string("{\"a\":NaN}"),
                                  std::string("{\"a\":\"\n\"}"),
                                  std::string("{\"a\":\"\\x\"}"),
                                  std::string("{\"a\":\"\\ud800\"}"),
                                  std::string("{\"a\":\"\\udc00\"}"),
                                  std::string("{\"a\":\"\\ud800\\u0041\"}"),
                                  std::string("{\"a\":\"\\u12g4\"}"),
                                  std::string("{\"a\":\"\xff\"}"),
                                  std::string("{\"a\":\"\xc3\"}"),
                                  std::string("{\"a\":[1 2]}"),
                                  std::string("{\"a\":[1,]}"),
                                  std::string("{\"a\" 1}"),
                                  many,
                                  deep,
                                  very_deep})
    EXPECT_FALSE(read_quickly(text)) << text.substr(0, 80);
}

// Texts changed at random: never read otherwise than parse_json reads them.
TEST(QuickJson, NeverDiffersOnDamagedText) {
  const std::string base =
      R"({"a":"x\u00e9\n","b":[1,-2.5e3,null,true],"c":{"d":"é","NaN":"NaN"},"e":12345678901234567890})";
  const std::string bytes = "{}[]\",:\\u0123456789eE+-. tfn\n\xc3\xa9";
  std::mt19937 random(7);
  int read = 0;
  for (int round = 0; round < 50'000; ++round) {
    std::string text = base;
    for (int change = static_cast<int>(random() % 3); change >= 0; --change) {
      const std::size_t place = random() % text.size();
      if (random() % 3 == 0)
        text.erase(place, 1 + random() % 4);
      else if (random() % 2 == 0)
        text.insert(place, 1, bytes[random() % bytes.size()]);
      else
        text[place] = bytes[random() % bytes.size()];
      if (text.empty()) text = "{";
    }
    read += agrees(text) ? 1 : 0;
    for (std::size_t cut = random() % 20; cut < base.size() && round < 200; cut += 7)
      EXPECT_FALSE(read_quickly(base.substr(0, cut)));
  }
  EXPECT_GT(read, 5'000);
}

}  // namespace
}  // namespace trainyard
