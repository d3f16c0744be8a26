// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>
#include <memory>

#include "engine/contract/messages.h"
#include "engine/contract/result.h"

namespace trainyard {
namespace {

Result<std::unique_ptr<int>> made(int number) {
  if (number < 0) return make_error("file.missing", {{"path", "negative"}});
  return std::make_unique<int>(number);
}

Result<void> checked(int number) {
  if (number > 10) return make_error("file.missing", {{"path", "large"}});
  return {};
}

Result<int> sum(int first, int second) {
  TRY(checked(first));
  TRY(const auto a, made(first));
  TRY(auto b, made(second));
  std::pair<int, int> both;
  TRY(both, [&]() -> Result<std::pair<int, int>> { return std::pair{*a, *b}; }());
  return both.first + both.second;
}

TEST(Try, PassesOnErrorsAndDeclaresValues) {
  EXPECT_EQ(*sum(3, 4), 7);
  EXPECT_EQ(sum(11, 4).error().message, "large does not exist");
  EXPECT_EQ(sum(3, -1).error().message, "negative does not exist");
}

}  // namespace
}  // namespace trainyard
