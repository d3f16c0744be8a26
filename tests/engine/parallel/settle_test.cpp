// SPDX-License-Identifier: GPL-3.0-or-later
// Sums on a GPU, which the host only starts.
#include <atomic>
#include <chrono>
#include <functional>
#include <future>
#include <vector>

#include <gtest/gtest.h>
#include <torch/csrc/distributed/c10d/HashStore.hpp>

#include "engine/parallel/c10d_group.h"
#include "engine/parallel/presence.h"

namespace trainyard {
namespace {

// Collectives of tensors on the meta device, in the place of a GPU's, each of which runs until it
// is told to end.
class RunningWork final : public c10d::Work {
 public:
  bool isCompleted() override { return is_done; }
  bool wait(std::chrono::milliseconds) override { return true; }
  std::exception_ptr exception() const override { return nullptr; }
  std::atomic<bool> is_done = false;
};
class RunningBackend final : public c10d::Backend {
 public:
  RunningBackend() : c10d::Backend(0, 2) {}
  const std::string getBackendName() const override { return "running"; }
  void setTimeout(std::chrono::milliseconds) override {}
  c10::intrusive_ptr<c10d::Work> allreduce(std::vector<at::Tensor>&,
                                           const c10d::AllreduceOptions&) override {
    started.push_back(c10::make_intrusive<RunningWork>());
    return started.back();
  }
  std::vector<c10::intrusive_ptr<RunningWork>> started;
};

// Whether the call returns before `work` is done, which is then ended so that it does return.
bool returns_without(RunningWork& work, const std::function<void()>& call) {
  std::future<void> ended = std::async(std::launch::async, call);
  const bool has_returned =
      ended.wait_for(std::chrono::milliseconds(300)) == std::future_status::ready;
  work.is_done = true;
  ended.get();
  return has_returned;
}

TEST(Settle, SumsOnAGpuAreSettledTwoStepsBack) {
  const auto gpu = c10::make_intrusive<RunningBackend>();
  C10dGroup group(
      Presence::start({0, 2, 0, 2, "127.0.0.1", 1}, c10::make_intrusive<c10d::HashStore>()),
      c10::make_intrusive<RunningBackend>(), gpu, std::chrono::seconds(30));
  const at::Tensor tensor = at::empty({4}, at::device(at::kMeta));
  for (std::size_t step = 0; step < 5; ++step) {
    if (step < 2)
      group.settle_former();
    else
      EXPECT_FALSE(returns_without(*gpu->started[step - 2], [&] { group.settle_former(); }));
    group.all_reduce_sum(tensor);  // and those of the two last steps still run
  }
  EXPECT_FALSE(gpu->started[3]->is_done);
  EXPECT_FALSE(returns_without(*gpu->started[4], [&] {
    gpu->started[3]->is_done = true;
    group.settle();
  }));
  group.settle();  // nothing is left
}

TEST(Settle, ASumOnAGpuThatNeverEndsIsALostRankTwoStepsLater) {
  const auto gpu = c10::make_intrusive<RunningBackend>();
  C10dGroup group(
      Presence::start({0, 2, 0, 2, "127.0.0.1", 1}, c10::make_intrusive<c10d::HashStore>()),
      c10::make_intrusive<RunningBackend>(), gpu, std::chrono::milliseconds(200));
  const at::Tensor tensor = at::empty({4}, at::device(at::kMeta));
  for (int step = 0; step < 2; ++step) {
    group.settle_former();
    group.set_purpose({"communication.of_gradients", step});
    group.all_reduce_sum(tensor);
  }
  try {
    group.settle_former();
    FAIL() << "nothing was noticed";
  } catch (const CommunicationError& error) {
    EXPECT_EQ(error.silent(), std::vector<std::int64_t>{1});
    EXPECT_NE(error.error().message.find("of layer 0, collective 1"), std::string::npos)
        << error.error().message;
  }
}

}  // namespace
}  // namespace trainyard
