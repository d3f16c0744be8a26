// SPDX-License-Identifier: GPL-3.0-or-later
#include <signal.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <future>
#include <thread>

#include <gtest/gtest.h>
#include <torch/csrc/distributed/c10d/HashStore.hpp>

#include "engine/parallel/c10d_group.h"
#include "engine/parallel/presence.h"
#include "tests/engine/parallel/ranks_of_self.h"
#include "tests/engine/temporary_folder.h"

namespace trainyard {
namespace {

constexpr std::chrono::seconds kTimeout(30);

// In a rank: is there where the first one is meant.
std::filesystem::path first_file() {
  return std::filesystem::path(std::getenv("RANKS_FOLDER")) / "first";
}

constexpr std::chrono::seconds kShutdown(3);

TEST(Shutdown, WaitsForOneThatComesLateAndLeavesNothingBehind) {
  if (is_rank()) {
    auto group = join_ranks(kTimeout);
    at::Tensor tensor = at::ones({1000});
    group->all_reduce_sum(tensor);
    const std::int64_t late = std::filesystem::exists(first_file()) ? 0 : 2;
    const auto begin = std::chrono::steady_clock::now();
    if (group->ranks().rank == late) {
      while (std::chrono::steady_clock::now() - begin < std::chrono::seconds(1))
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    EXPECT_TRUE(group->shutdown(std::chrono::seconds(20)));
    EXPECT_GE(std::chrono::steady_clock::now() - begin, std::chrono::milliseconds(800));
    group->abort();  // has nothing to do
    return;
  }
  for (const std::int64_t late : {2, 0}) {
    const TemporaryFolder folder;
    if (late == 0) std::ofstream(folder.path() / "first") << "";
    for (const pid_t process :
         start_ranks("Shutdown.WaitsForOneThatComesLateAndLeavesNothingBehind", 3, free_port(),
                     folder.path().string()))
      EXPECT_EQ(wait_for(process, 60), 0);
  }
}

TEST(Shutdown, IsBoundedIfARankIsLost) {
  if (is_rank()) {
    auto group = join_ranks(kTimeout);
    const std::int64_t lost = std::filesystem::exists(first_file()) ? 0 : 2;
    group->barrier();
    if (group->ranks().rank == lost) ::raise(SIGSTOP);
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_FALSE(group->shutdown(kShutdown));
    EXPECT_LT(std::chrono::steady_clock::now() - begin, 4 * kShutdown);
    std::_Exit(testing::Test::HasFailure() ? 1 : 0);
  }
  for (const std::int64_t lost : {2, 0}) {
    const TemporaryFolder folder;
    if (lost == 0) std::ofstream(folder.path() / "first") << "";
    const auto processes =
        start_ranks("Shutdown.IsBoundedIfARankIsLost", 3, free_port(), folder.path().string());
    for (std::int64_t rank = 0; rank < 3; ++rank)
      if (rank != lost) {
        EXPECT_EQ(wait_for(processes[static_cast<std::size_t>(rank)], 60), 0) << "rank " << rank;
      }
    ::kill(processes[static_cast<std::size_t>(lost)], SIGKILL);
    wait_for(processes[static_cast<std::size_t>(lost)], 10);
  }
}

// A backend that does this when it is closed.
class ClosingBackend final : public c10d::Backend {
 public:
  ClosingBackend(int rank, std::function<void()> close)
      : c10d::Backend(rank, 2), close_(std::move(close)) {}
  const std::string getBackendName() const override { return "closing"; }
  void shutdown() override { close_(); }

 private:
  const std::function<void()> close_;
};

// Of two ranks of this process, with a backend for GPUs.
std::unique_ptr<C10dGroup> closing_group(std::int64_t rank,
                                         const c10::intrusive_ptr<c10d::Store>& store,
                                         std::function<void()> close) {
  const auto backend = [&](std::function<void()> work) {
    return c10::make_intrusive<ClosingBackend>(static_cast<int>(rank), std::move(work));
  };
  return std::make_unique<C10dGroup>(Presence::start({rank, 2, rank, 2, "127.0.0.1", 1}, store),
                                     backend([] {}), backend(std::move(close)), kTimeout);
}

TEST(Shutdown, TheFirstRankStaysUntilTheOthersHaveClosedTheirConnections) {
  const auto store = c10::make_intrusive<c10d::HashStore>();
  std::atomic<bool> is_first_closed = false;
  const auto first = closing_group(0, store, [&] { is_first_closed = true; });
  std::future<bool> ended;
  bool has_stayed = false;
  const auto second = closing_group(1, store, [&] {
    has_stayed = ended.wait_for(std::chrono::milliseconds(500)) == std::future_status::timeout;
  });
  ended = std::async(std::launch::async, [&] { return first->shutdown(kShutdown); });
  EXPECT_TRUE(second->shutdown(kShutdown));
  EXPECT_TRUE(ended.get());
  EXPECT_TRUE(is_first_closed);
  EXPECT_TRUE(has_stayed);
}

TEST(Shutdown, ABackendThatHangsWhileItIsClosedIsGivenUp) {
  const auto store = c10::make_intrusive<c10d::HashStore>();
  const auto release = std::make_shared<std::promise<void>>();
  const auto first = closing_group(0, store, [] {});
  const auto second =
      closing_group(1, store, [hangs = release->get_future().share()] { hangs.wait(); });
  std::future<bool> ended =
      std::async(std::launch::async, [&] { return first->shutdown(kShutdown); });
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_FALSE(second->shutdown(kShutdown));
  EXPECT_FALSE(ended.get());
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 4 * kShutdown);
  release->set_value();
}

}  // namespace
}  // namespace trainyard
