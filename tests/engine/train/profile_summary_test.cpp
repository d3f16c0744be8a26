// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/profile_summary.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace trainyard {
namespace {

using EventKind = ProfileEvent::Kind;
constexpr std::int64_t millisecond = 1'000'000;

ProfileEvent event(std::string name, EventKind kind, std::int64_t begin, std::int64_t end,
                   std::uint64_t thread = 1, std::uint64_t correlation = 0) {
  return {std::move(name), kind, thread, begin * millisecond, end * millisecond, correlation};
}

const ProfileEntry& entry(const std::vector<ProfileEntry>& entries, const std::string& name) {
  const auto found = std::ranges::find(entries, name, &ProfileEntry::name);
  EXPECT_NE(found, entries.end()) << name;
  return *found;
}

const ProfilePhase& phase(const ProfileSummary& summary, const std::string& name) {
  const auto found = std::ranges::find(summary.phases, name, &ProfilePhase::name);
  EXPECT_NE(found, summary.phases.end()) << name;
  return *found;
}

double sum_of_shares(const ProfileTable& table) {
  double sum = table.others_share;
  for (const ProfileEntry& one : table.longest) sum += one.share;
  return sum;
}

TEST(ProfileSummary, AnOperatorsOwnTimeIsWithoutThoseThatItCalls) {
  const ProfileSummary summary = summarize(
      {event("outer", EventKind::operation, 0, 10), event("inner", EventKind::operation, 2, 5),
       event("innermost", EventKind::operation, 3, 4), event("inner", EventKind::operation, 6, 8),
       // On another thread at the same time: in none of them.
       event("elsewhere", EventKind::operation, 1, 9, 2)},
      2);
  EXPECT_NEAR(summary.seconds, 0.010, 1e-12);
  EXPECT_EQ(summary.operators_per_step, 2.5);
  EXPECT_FALSE(summary.device);
  const auto& longest = summary.operators.longest;
  EXPECT_EQ(longest.front().name, "elsewhere");
  EXPECT_NEAR(entry(longest, "outer").own_seconds, 0.005, 1e-12);
  EXPECT_EQ(entry(longest, "inner").calls, 2);
  EXPECT_NEAR(entry(longest, "inner").seconds, 0.005, 1e-12);
  EXPECT_NEAR(entry(longest, "inner").own_seconds, 0.004, 1e-12);
  EXPECT_NEAR(entry(longest, "elsewhere").share, 8.0 / 18, 1e-12);
  EXPECT_NEAR(sum_of_shares(summary.operators), 1, 1e-12);
  EXPECT_EQ(longest_entries(summary), "elsewhere 44 %, outer 28 %, inner 22 %");
}

TEST(ProfileSummary, WhatTheTableLeavesOutIsInTheShareOfTheOthers) {
  std::vector<ProfileEvent> events;
  for (int i = 0; i < 25; ++i)
    events.push_back(event("operator " + std::to_string(i), EventKind::operation, i, i + 1));
  const ProfileTable table = summarize(events, 1).operators;
  EXPECT_EQ(table.longest.size(), 20u);
  EXPECT_EQ(table.num_entries, 25);
  EXPECT_NEAR(table.others_share, 0.2, 1e-12);
  EXPECT_NEAR(sum_of_shares(table), 1, 1e-12);
}

TEST(ProfileSummary, NamesAreWithoutUnnamedNamespacesAndNoLongerThanTheTable) {
  const auto longest =
      summarize({event("Node<yard::(anonymous namespace)::A<(anonymous namespace)::B>>",
                       EventKind::operation, 0, 2),
                 event(std::string(400, 'x'), EventKind::operation, 2, 3)},
                1)
          .operators.longest;
  EXPECT_EQ(longest.at(0).name, "Node<yard::A<B>>");
  EXPECT_EQ(longest.at(1).name, std::string(300, 'x'));
}

TEST(ProfileSummary, PhasesInsideOthersCountForThemselvesOnAnyThread) {
  const ProfileSummary summary = summarize(
      {event("forward", EventKind::phase, 10, 80), event("backward", EventKind::phase, 30, 80),
       // From a hook of the backward pass, on its thread.
       event("communication", EventKind::phase, 40, 50, 2),
       event("optimizer", EventKind::phase, 80, 90), event("aten::mm", EventKind::operation, 0, 5),
       event("aten::add", EventKind::operation, 95, 100)},
      1);
  EXPECT_NEAR(phase(summary, "forward").seconds, 0.020, 1e-12);
  EXPECT_NEAR(phase(summary, "backward").seconds, 0.040, 1e-12);
  EXPECT_NEAR(phase(summary, "communication").share, 0.1, 1e-12);
  EXPECT_NEAR(phase(summary, "optimizer").share, 0.1, 1e-12);
  EXPECT_EQ(summary.phases.back().name, "other");
  EXPECT_NEAR(summary.phases.back().share, 0.2, 1e-12);
  double sum = 0;
  for (const ProfilePhase& one : summary.phases) sum += one.share;
  EXPECT_NEAR(sum, 1, 1e-12);
}

TEST(ProfileSummary, AGpuIsBusyWhileAnythingRunsOnIt) {
  const std::string copy = "Memcpy HtoD (Pageable -> Device)";
  const ProfileSummary summary = summarize(
      {event("forward", EventKind::phase, 0, 20), event("optimizer", EventKind::phase, 20, 40),
       event("cudaLaunchKernel", EventKind::runtime_call, 1, 2, 1, 7),
       event("cudaLaunchKernel", EventKind::runtime_call, 3, 4, 1, 8),
       event("cudaLaunchKernel", EventKind::runtime_call, 21, 22, 1, 9),
       event("cudaStreamSynchronize", EventKind::runtime_call, 30, 95),
       // The kernels run after the host has gone on, on two streams.
       event("gemm", EventKind::kernel, 10, 40, 0, 7),
       event("softmax", EventKind::kernel, 30, 50, 0, 8),
       event("adam", EventKind::kernel, 60, 80, 0, 9),
       event(copy, EventKind::copy, 90, 100, 0, 10)},
      1);
  ASSERT_TRUE(summary.device);
  const ProfiledDevice& device = *summary.device;
  EXPECT_EQ(device.launches_per_step, 3);
  EXPECT_NEAR(device.busy_seconds, 0.070, 1e-12);
  EXPECT_NEAR(device.idle_seconds, 0.030, 1e-12);
  EXPECT_EQ(device.gaps, 2);
  EXPECT_NEAR(device.longest_gap_seconds, 0.010, 1e-12);
  EXPECT_EQ(device.kernels.longest.front().name, "gemm");
  EXPECT_NEAR(sum_of_shares(device.kernels), 1, 1e-12);
  EXPECT_NEAR(phase(summary, "forward").device_share, 50.0 / 80, 1e-12);
  EXPECT_NEAR(phase(summary, "optimizer").device_share, 20.0 / 80, 1e-12);
  EXPECT_NEAR(phase(summary, "other").device_share, 10.0 / 80, 1e-12);
  EXPECT_NEAR(entry(device.waits, "cudaStreamSynchronize").seconds, 0.065, 1e-12);
  EXPECT_EQ(entry(device.waits, copy).calls, 1);
  EXPECT_EQ(device.waits.size(), 2u);
  const std::string text = to_text(summary, 6, "cuda:0");
  EXPECT_NE(text.find("70.0 % busy"), std::string::npos) << text;
  EXPECT_EQ(longest_entries(summary).substr(0, 4), "gemm");
}

TEST(ProfileSummary, NothingRecordedIsNoShareAtAll) {
  const ProfileSummary summary = summarize({}, 3);
  EXPECT_EQ(summary.seconds, 0);
  EXPECT_TRUE(summary.operators.longest.empty());
  EXPECT_EQ(longest_entries(summary), "");
  // An event without any length, and a name that is longer than a table needs.
  const std::string name(2000, 'x');
  const ProfileSummary instant = summarize({event(name, EventKind::operation, 5, 5)}, 1);
  EXPECT_EQ(instant.operators.longest.front().share, 0);
  EXPECT_EQ(instant.operators.longest.front().name.size(), 300u);
  EXPECT_FALSE(to_text(instant, 1, "cpu").empty());
}

}  // namespace
}  // namespace trainyard
