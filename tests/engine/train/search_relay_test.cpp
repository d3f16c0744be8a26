// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/search_relay.h"

#include <gtest/gtest.h>

#include "engine/train/reporter.h"

namespace trainyard {
namespace {

using namespace std::chrono_literals;

TEST(GroupsAlive, MissOneThatNoLongerShowsItself) {
  GroupsAlive alive(3, 20s, 30min);
  const GroupsAlive::Clock::time_point begin{};
  for (int second = 0; second <= 60; ++second) {
    alive.see(1, second, begin + std::chrono::seconds(second));
    alive.see(2, std::min(second, 15), begin + std::chrono::seconds(second));
    if (second <= 35) {
      EXPECT_EQ(alive.lost(begin + std::chrono::seconds(second)), std::nullopt);
    }
  }
  EXPECT_EQ(alive.lost(begin + 60s), 2);
  alive.leave(2);
  EXPECT_EQ(alive.lost(begin + 60s), std::nullopt) << "it has no trial any more";
}

TEST(GroupsAlive, WaitLongerForTheFirstSign) {
  GroupsAlive alive(2, 20s, 30min);
  const GroupsAlive::Clock::time_point begin{};
  alive.see(1, 0, begin);
  EXPECT_EQ(alive.lost(begin + 29min), std::nullopt);
  EXPECT_EQ(alive.lost(begin + 31min), 1);
  alive.see(1, 1, begin + 31min);
  EXPECT_EQ(alive.lost(begin + 31min + 19s), std::nullopt);
  EXPECT_EQ(alive.lost(begin + 31min + 21s), 1);
}

// Checkpoints do not wait for metrics that never come.
TEST(Reporter, KnowsThatASilentPartIsNotReported) {
  Reporter reporter(nullptr, std::nullopt);
  EXPECT_FALSE(reporter.is_silent());
  reporter.begin_part({.is_silent = true});
  EXPECT_TRUE(reporter.is_silent());
}

}  // namespace
}  // namespace trainyard
