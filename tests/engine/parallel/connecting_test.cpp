// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/parallel/connecting.h"

#include <atomic>
#include <cstdlib>
#include <stdexcept>
#include <thread>

#include <gtest/gtest.h>
#include <torch/csrc/distributed/c10d/HashStore.hpp>

#include "engine/parallel/device_check.h"

namespace trainyard {
namespace {

using namespace std::chrono_literals;
using HashedStore = c10::intrusive_ptr<c10d::HashStore>;

constexpr std::int64_t kWorld = 3;

RankInfo info_of(std::int64_t rank) { return {rank, kWorld, rank, kWorld, "127.0.0.1", 1}; }

// What each rank is told, when each of them does `part` in a thread of its own.
std::vector<Result<void>> on_ranks(const std::function<Result<void>(std::int64_t)>& part) {
  std::vector<Result<void>> outcomes(kWorld);
  std::vector<std::thread> threads;
  for (std::int64_t rank = 0; rank < kWorld; ++rank)
    threads.emplace_back([&, rank] { outcomes[static_cast<std::size_t>(rank)] = part(rank); });
  for (std::thread& thread : threads) thread.join();
  return outcomes;
}

// Ranks for which `connect` blocks, and ranks that do not come at all.
std::vector<Result<void>> connect_ranks(const std::vector<std::int64_t>& blocked,
                                        const std::vector<std::int64_t>& absent) {
  const auto store = c10::make_intrusive<c10d::HashStore>();
  const auto is_in = [](const std::vector<std::int64_t>& ranks, std::int64_t rank) {
    return std::ranges::find(ranks, rank) != ranks.end();
  };
  return on_ranks([&](std::int64_t rank) -> Result<void> {
    if (is_in(absent, rank)) return {};
    const auto presence = Presence::start(info_of(rank), store);
    const auto outcome = connect_within(*presence, "gpu/", 1500ms, [=] {
      if (is_in(blocked, rank)) std::this_thread::sleep_for(5s);  // it never ends in time
      return Result<void>();
    });
    if (outcome && !blocked.empty()) {  // it goes on, and waits for the others in a collective
      const Presence::Operation inside(*presence);
      std::this_thread::sleep_for(6s);  // longer than they take to give up
    }
    presence->end();
    return outcome;
  });
}

TEST(Connecting, EndsWhenAllAreConnected) {
  for (const Result<void>& outcome : connect_ranks({}, {})) EXPECT_TRUE(outcome);
}

TEST(Connecting, NamesTheRankThatHasNotCome) {
  const auto outcomes = connect_ranks({0, 2}, {1});  // they wait for it
  for (const std::size_t rank : {0, 2}) {
    ASSERT_FALSE(outcomes[rank]);
    EXPECT_EQ(outcomes[rank].error().code, "communication.rank");
    EXPECT_NE(outcomes[rank].error().message.find("rank 1 of 3"), std::string::npos)
        << outcomes[rank].error().message;
  }
}

TEST(Connecting, NamesTheRanksThatHaveNotConnected) {
  const auto outcomes = connect_ranks({0, 2}, {});
  EXPECT_TRUE(outcomes[1]);
  for (const std::size_t rank : {0, 2}) {
    ASSERT_FALSE(outcomes[rank]);
    EXPECT_NE(outcomes[rank].error().message.find("ranks 0, 2 of 3"), std::string::npos)
        << outcomes[rank].error().message;
  }
}

TEST(Connecting, SaysWhatALibrarySaysIfNobodyConnects) {
  const auto store = c10::make_intrusive<c10d::HashStore>();
  for (const Result<void>& outcome : on_ranks([&](std::int64_t rank) {
         const auto presence = Presence::start(info_of(rank), store);
         const auto result = connect_within(*presence, "gpu/", 2s, []() -> Result<void> {
           std::this_thread::sleep_for(200ms);  // all have begun
           throw std::runtime_error("unhandled system error");
         });
         presence->end();
         return result;
       })) {
    ASSERT_FALSE(outcome);
    EXPECT_EQ(outcome.error().code, "parallel.nccl");
    EXPECT_NE(outcome.error().message.find("unhandled system error"), std::string::npos);
  }
}

std::vector<Result<void>> check_on_ranks(const std::vector<DeviceIdentity>& devices) {
  const auto store = c10::make_intrusive<c10d::HashStore>();
  return on_ranks([&](std::int64_t rank) -> Result<void> {
    const auto index = static_cast<std::size_t>(rank);
    if (devices[index].id.empty()) return {};  // it does not come
    return check_devices(*store, info_of(rank), devices[index], 1500ms);
  });
}

TEST(Devices, AreOneForEachRank) {
  for (const Result<void>& outcome :
       check_on_ranks({{"node1", "aa"}, {"node1", "bb"}, {"node2", "aa"}}))
    EXPECT_TRUE(outcome);
}

TEST(Devices, ThatTwoRanksUseAreRefusedOnAllRanks) {
  for (const Result<void>& outcome :
       check_on_ranks({{"node1", "aa"}, {"node2", "bb"}, {"node2", "bb"}})) {
    ASSERT_FALSE(outcome);
    EXPECT_EQ(outcome.error().code, "gpu.same_device");
    EXPECT_EQ(outcome.error().exit_code, ExitCode::environment);
    EXPECT_NE(outcome.error().message.find("ranks 1 and 2"), std::string::npos);
    EXPECT_NE(outcome.error().message.find("node2"), std::string::npos);
  }
}

TEST(Devices, MayBeSharedWhereNcclIsToldSo) {
  ::setenv("NCCL_MULTI_RANK_GPU_ENABLE", "1", 1);
  const auto outcomes = check_on_ranks({{"node1", "aa"}, {"node1", "aa"}, {"node1", "aa"}});
  ::unsetenv("NCCL_MULTI_RANK_GPU_ENABLE");
  for (const Result<void>& outcome : outcomes) EXPECT_TRUE(outcome);
}

TEST(Devices, OfARankThatDoesNotComeAreMissed) {
  const auto outcomes = check_on_ranks({{"node1", "aa"}, {"node1", ""}, {"node2", "aa"}});
  for (const std::size_t rank : {0, 2}) {
    ASSERT_FALSE(outcomes[rank]);
    EXPECT_NE(outcomes[rank].error().message.find("rank 1 of 3"), std::string::npos)
        << outcomes[rank].error().message;
  }
}

}  // namespace
}  // namespace trainyard
