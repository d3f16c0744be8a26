// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/config_reader.h"

#include <gtest/gtest.h>

namespace trainyard {
namespace {

TEST(ConfigReader, LeavesDefaultsWhereAKeyIsMissingOrNull) {
  const Map map = {{"a", Value()}, {"b", 7}};
  std::int64_t a = 3, b = 4, c = 5;
  ConfigReader reader(map);
  reader.read("a", a);
  reader.read("b", b);
  reader.read("c", c);
  EXPECT_FALSE(reader.error());
  EXPECT_EQ(a, 3);
  EXPECT_EQ(b, 7);
  EXPECT_EQ(c, 5);
}

TEST(ConfigReader, TheModelsOwnNameWinsOverTheGeneralOne) {
  const Map map = {{"n_embd", 8}, {"hidden_size", 16}};
  std::int64_t width = 0;
  ConfigReader(map).read_alias("hidden_size", "n_embd", width, {});
  EXPECT_EQ(width, 8);
}

TEST(ConfigReader, KeepsTheFirstProblemAndNamesItsKey) {
  const Map map = {{"size", "big"}, {"ratio", 1.5}, {"flag", 1}};
  ConfigReader reader(map);
  std::int64_t size = 0;
  double ratio = 0;
  reader.read("size", size);
  reader.read("ratio", ratio, {.minimum = 0, .below = 1});
  ASSERT_TRUE(reader.error());
  EXPECT_EQ(reader.error()->message, "model configuration: size must be a whole number");
  EXPECT_EQ(*find(reader.error()->arguments, "key")->get_if<std::string>(), "size");

  ConfigReader second(map);
  second.read("ratio", ratio, {.minimum = 0, .below = 1});
  ASSERT_TRUE(second.error());
  EXPECT_EQ(second.error()->message, "model configuration: ratio is 1.5, but must be below 1");

  ConfigReader third(map);
  bool flag = false;
  third.read("flag", flag);
  ASSERT_TRUE(third.error());
  EXPECT_EQ(third.error()->message, "model configuration: flag must be true or false");
}

}  // namespace
}  // namespace trainyard
