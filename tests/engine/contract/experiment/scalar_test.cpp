// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/experiment/scalar.h"

#include <gtest/gtest.h>
#include <random>

#include "engine/contract/experiment/yaml_tree.h"

namespace trainyard {
namespace {

TEST(Scalar, PlainSpellings) {
  const std::vector<std::pair<std::string, Value>> cases{
      {"", Value()},
      {"~", Value()},
      {"null", Value()},
      {"true", true},
      {"False", false},
      {"yes", "yes"},
      {"12", 12},
      {"-3", -3},
      {"+3", 3},
      {"0", 0},
      {"1.5", 1.5},
      {"5e-5", 5e-5},
      {".5", 0.5},
      {"1.", 1.0},
      {"-1E+3", -1000.0},
      {"1e-999", 0.0},
      {"0x10", "0x10"},
      {"1_000", "1_000"},
      {"1:30", "1:30"},
      {"e5", "e5"},
      {".", "."},
      {"-", "-"},
      {"1e", "1e"},
      {"nano", "nano"},
      {"9223372036854775807", std::int64_t{9223372036854775807}}};
  for (const auto& [text, value] : cases) {
    const Scalar scalar = read_scalar(text);
    EXPECT_EQ(scalar.kind, Scalar::Kind::value) << text;
    EXPECT_EQ(scalar.value, value) << text;
  }
  for (const char* text : {"010", "-01", "00"})
    EXPECT_EQ(read_scalar(text).kind, Scalar::Kind::leading_zero) << text;
  for (const char* text : {".nan", ".NaN", "-.inf", "nan", "Infinity", "1e999"})
    EXPECT_EQ(read_scalar(text).kind, Scalar::Kind::non_finite) << text;
  EXPECT_EQ(read_scalar("9223372036854775808").kind, Scalar::Kind::too_large);
}

Value read_back(const std::string& text) {
  const YamlTree tree = parse_yaml("k: " + text + "\n");
  EXPECT_TRUE(tree.diagnostics.empty()) << text;
  const YamlNode& node = tree.root.entries.at(0).second;
  return node.kind == YamlNode::Kind::null ? Value()
         : node.plain                      ? read_scalar(node.text).value
                                           : Value(node.text);
}

TEST(Scalar, SpellingsReadBack) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 3000; ++round) {
    const double number =
        std::ldexp(static_cast<double>(random()), static_cast<int>(random() % 1000) - 560);
    ASSERT_EQ(read_back(spell(number)), Value(number));
    std::string text;
    const std::string alphabet = "ab1 :#'\"{}[],&*!|>%@`-?~\n\t\\=.\x01";
    for (auto size = random() % 6; size > 0; --size) text += alphabet[random() % alphabet.size()];
    ASSERT_EQ(read_back(spell(text)), Value(text)) << spell(text);
  }
  EXPECT_EQ(spell(5e-5), "5.0e-5");
  EXPECT_EQ(spell(3.0), "3.0");
  EXPECT_EQ(spell(Map{{"a", List{1, "x y"}}, {"b: c", Value()}}), "{a: [1, x y], \"b: c\": null}");
}

}  // namespace
}  // namespace trainyard
