// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/parallel/process_group.h"

#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <future>
#include <thread>

#include <gtest/gtest.h>
#include <torch/csrc/distributed/c10d/HashStore.hpp>

#include "engine/parallel/c10d_group.h"
#include "engine/parallel/gradient_reduction.h"
#include "engine/parallel/presence.h"
#include "engine/parallel/step_clock.h"
#include "engine/task/language_modeling.h"
#include "tests/engine/parallel/ranks_of_self.h"
#include "tests/engine/rows.h"

namespace trainyard {
namespace {

constexpr std::chrono::seconds kTimeout(30);
constexpr std::int64_t kRows = 8;

class Folder {
 public:
  Folder() {
    path_ = std::filesystem::path(testing::TempDir()) / ("ranks-" + std::to_string(getpid()));
    std::filesystem::create_directories(path_);
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  std::string path() const { return path_; }

 private:
  std::filesystem::path path_;
};

std::unique_ptr<ProcessGroup> join() { return join_ranks(kTimeout); }

std::string output_of(std::int64_t rank) {
  return std::string(std::getenv("RANKS_FOLDER")) + "/" + std::to_string(rank);
}

void write(const std::string& path, const at::Tensor& tensor) {
  std::ofstream(path, std::ios::binary)
      .write(static_cast<const char*>(tensor.const_data_ptr()),
             static_cast<std::streamsize>(tensor.nbytes()));
}

at::Tensor read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(file)), {});
  return at::from_blob(const_cast<char*>(bytes.data()),
                       {static_cast<std::int64_t>(bytes.size() / 4)}, at::kFloat)
      .clone();
}

// The gradient of rank `rank`'s share of one fixed batch of 8 rows, with dropout; all of it with
// one rank.
Parameters gradient_of_share(std::int64_t rank, std::int64_t world_size) {
  const auto model = std::move(
      make_model(
          "gpt2",
          {{"vocab_size", 61}, {"n_positions", 16}, {"n_embd", 32}, {"n_layer", 2}, {"n_head", 4}})
          .value());
  Parameters parameters(model->table(), at::kCPU);
  parameters.initialize(11);
  const std::int64_t share = kRows / world_size;
  const MicroBatch own = rows_of(random_ids(61, {kRows, 12}).narrow(0, rank * share, share),
                                 static_cast<std::uint64_t>(rank * share));
  const auto task = make_causal_lm({});
  task->train(*model, parameters, task->batch(own, at::kCPU), 1.0 / (kRows * 11), {});
  return parameters;
}

at::Tensor all_gradients(const Parameters& parameters) {
  std::vector<at::Tensor> flat;
  for (const LayerParameters& layer : parameters.layers()) flat.push_back(layer.flat_gradient);
  return at::cat(flat);
}

TEST(ProcessGroup, SeveralRanksHaveOneRanksGradient) {
  if (is_rank()) {
    const auto group = join();
    Parameters parameters = gradient_of_share(group->ranks().rank, group->ranks().world_size);
    GradientReduction(parameters, *group).finish();
    write(output_of(group->ranks().rank), all_gradients(parameters));
    group->barrier();
    return;
  }
  const at::Tensor expected = all_gradients(gradient_of_share(0, 1));
  for (const std::int64_t world_size : {2, 4}) {
    std::vector<at::Tensor> first_run;
    for (int repetition = 0; repetition < 2; ++repetition) {
      const Folder folder;
      const auto processes = start_ranks("ProcessGroup.SeveralRanksHaveOneRanksGradient",
                                         world_size, free_port(), folder.path());
      for (const pid_t process : processes) ASSERT_EQ(wait_for(process, 60), 0);
      const at::Tensor reduced = read(folder.path() + "/0");
      ASSERT_EQ(reduced.numel(), expected.numel());
      EXPECT_LT(((reduced - expected).norm() / expected.norm()).item<double>(), 1e-5)
          << world_size << " ranks";
      for (std::int64_t rank = 1; rank < world_size; ++rank)
        EXPECT_TRUE(read(folder.path() + "/" + std::to_string(rank)).equal(reduced))
            << "rank " << rank << " has another sum";
      first_run.push_back(reduced);
    }
    EXPECT_TRUE(first_run[0].equal(first_run[1]))
        << "the sum of " << world_size << " ranks does not repeat bit for bit";
  }
}

TEST(ProcessGroup, BroadcastsFromItsRoot) {
  if (is_rank()) {
    const auto group = join();
    at::Tensor tensor = at::full({5}, static_cast<double>(group->ranks().rank));
    group->broadcast(tensor, 1);
    ASSERT_TRUE(tensor.equal(at::ones({5})));
    return;
  }
  const Folder folder;
  for (const pid_t process :
       start_ranks("ProcessGroup.BroadcastsFromItsRoot", 2, free_port(), folder.path()))
    EXPECT_EQ(wait_for(process, 60), 0);
}

TEST(ProcessGroup, ARanksOwnTimeIsWithoutWhatItWaitsForOthers) {
  if (is_rank()) {
    constexpr double kWork = 0.4;
    const auto group = join();
    const bool is_slow = group->ranks().rank == 1;
    StepClock& clock = *group->step_clock();
    EXPECT_EQ(clock.take(), 0);
    at::Tensor tensor = at::ones({10});
    for (const bool is_patient : {false, true}) {
      group->set_patience(std::chrono::seconds(is_patient ? 60 : 0));
      group->barrier();
      clock.begin_step(/*has_other_work=*/false);
      const auto begin = std::chrono::steady_clock::now();
      while (is_slow &&
             std::chrono::steady_clock::now() - begin < std::chrono::duration<double>(kWork)) {
      }
      group->all_reduce_sum(tensor);
      clock.end_step();
      const double own = clock.take();
      if (is_slow)
        EXPECT_GE(own, kWork);
      else
        EXPECT_LT(own, kWork / 2);
      EXPECT_GT(own, 0);
    }
    clock.begin_step(/*has_other_work=*/true);
    clock.end_step();
    EXPECT_EQ(clock.take(), 0);
    clock.begin_step(/*has_other_work=*/false);  // and does not end
    clock.begin_step(/*has_other_work=*/false);
    clock.end_step();
    EXPECT_GT(clock.take(), 0);
    EXPECT_EQ(clock.take(), 0);
    return;
  }
  const Folder folder;
  for (const pid_t process : start_ranks("ProcessGroup.ARanksOwnTimeIsWithoutWhatItWaitsForOthers",
                                         2, free_port(), folder.path()))
    EXPECT_EQ(wait_for(process, 60), 0);
}

TEST(ProcessGroup, ARankThatDiesIsAnErrorOnTheOthersAtOnce) {
  if (is_rank()) {
    auto group = join();
    at::Tensor tensor = at::ones({100000});
    group->all_reduce_sum(tensor);  // both have joined
    if (group->ranks().rank == 1) _exit(9);
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_THROW(
        {
          for (int i = 0; i < 3; ++i) group->all_reduce_sum(tensor);
        },
        CommunicationError);
    // Far below the timeout: it is the closed connection that tells.
    EXPECT_LT(std::chrono::steady_clock::now() - begin, kTimeout / 3);
    return;
  }
  const Folder folder;
  const auto processes = start_ranks("ProcessGroup.ARankThatDiesIsAnErrorOnTheOthersAtOnce", 2,
                                     free_port(), folder.path());
  EXPECT_EQ(wait_for(processes[1], 60), 9);
  EXPECT_EQ(wait_for(processes[0], 60), 0);
}

TEST(ProcessGroup, ARankThatHangsIsNamed) {
  constexpr std::int64_t kWorld = 3;
  if (is_rank()) {
    auto group = join();
    const std::int64_t hung = std::filesystem::exists(output_of(0) + ".first") ? 0 : 2;
    group->barrier();
    if (group->ranks().rank == hung) {
      ::raise(SIGSTOP);
    }
    group->set_timeout(std::chrono::seconds(2));
    at::Tensor tensor = at::ones({1000});
    try {
      group->all_reduce_sum(tensor);
      ADD_FAILURE() << "nothing was noticed";
    } catch (const CommunicationError& error) {
      EXPECT_EQ(error.silent(), std::vector<std::int64_t>{hung}) << error.what();
      EXPECT_NE(std::string(error.what()).find("rank " + std::to_string(hung) + " of 3"),
                std::string::npos)
          << error.what();
    }
    std::_Exit(
        testing::Test::HasFailure() ? 1 : 0);  // destructors would wait for the hung rank's store
  }
  for (const std::int64_t hung : {2, 0}) {
    const Folder folder;
    if (hung == 0) std::ofstream(folder.path() + "/0.first") << "";
    const auto processes =
        start_ranks("ProcessGroup.ARankThatHangsIsNamed", kWorld, free_port(), folder.path());
    for (std::int64_t rank = 0; rank < kWorld; ++rank) {
      if (rank == hung) continue;
      EXPECT_EQ(wait_for(processes[static_cast<std::size_t>(rank)], 30), 0) << "rank " << rank;
    }
    ::kill(processes[static_cast<std::size_t>(hung)], SIGKILL);
    wait_for(processes[static_cast<std::size_t>(hung)], 10);
  }
}

// A backend of which nobody answers, or that fails for the given reason.
class SilentBackend final : public c10d::Backend {
 public:
  SilentBackend(int rank, int size, std::string reason = "nobody answers")
      : c10d::Backend(rank, size), reason_(std::move(reason)) {}
  const std::string getBackendName() const override { return "silent"; }
  void setTimeout(std::chrono::milliseconds) override {}
  c10::intrusive_ptr<c10d::Work> allreduce(std::vector<at::Tensor>&,
                                           const c10d::AllreduceOptions&) override {
    throw std::runtime_error(reason_);
  }

 private:
  const std::string reason_;
};

TEST(ProcessGroup, AGpuThatFailsIsNoLostRank) {
  const std::string reason = "CUDA error: an illegal memory access was encountered";
  C10dGroup group(
      Presence::start({0, 2, 0, 2, "127.0.0.1", 1}, c10::make_intrusive<c10d::HashStore>()),
      c10::make_intrusive<SilentBackend>(0, 2, reason), nullptr, kTimeout);
  const auto begin = std::chrono::steady_clock::now();
  try {
    group.all_reduce_sum(at::ones({1}));
    FAIL() << "nothing was noticed";
  } catch (const std::runtime_error& error) {
    EXPECT_EQ(error.what(), reason);
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(1));  // no roll
}

TEST(ProcessGroup, AThousandSilentRanksAreCountedInTime) {
  constexpr std::int64_t kMany = 1000;
  C10dGroup group(
      Presence::start({0, kMany, 0, 1, "127.0.0.1", 1}, c10::make_intrusive<c10d::HashStore>()),
      c10::make_intrusive<SilentBackend>(0, kMany), nullptr, kTimeout);
  at::Tensor tensor = at::ones({1});
  try {
    group.all_reduce_sum(tensor);
    FAIL() << "nothing was noticed";
  } catch (const CommunicationError& error) {
    EXPECT_EQ(error.error().code, "communication.ranks");
    ASSERT_EQ(error.silent().size(), static_cast<std::size_t>(kMany - 1));
    EXPECT_EQ(error.silent().front(), 1);
    EXPECT_EQ(error.silent().back(), kMany - 1);
  }
}

TEST(ProcessGroup, TheFirstRankMayTakeLongerThanTheTimeoutWhileItShowsThatItLives) {
  if (is_rank()) {
    auto group = join();
    group->set_timeout(std::chrono::seconds(8));
    bool has_worked = false;
    group->run_on_first_rank([&](const ProcessGroup::Heartbeat& alive) {
      has_worked = true;
      // Longer than the timeout; signs are passed on every two seconds.
      for (int i = 0; i < 120; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        alive();
      }
    });
    EXPECT_EQ(has_worked, group->ranks().rank == 0);
    group->barrier();
    return;
  }
  const Folder folder;
  for (const pid_t process :
       start_ranks("ProcessGroup.TheFirstRankMayTakeLongerThanTheTimeoutWhileItShowsThatItLives", 2,
                   free_port(), folder.path()))
    EXPECT_EQ(wait_for(process, 60), 0);
}

TEST(ProcessGroup, AFirstRankThatHangsAtItsWorkIsNamed) {
  if (is_rank()) {
    auto group = join();
    group->barrier();  // a rank that is still joining would wait for the first for longer
    group->set_timeout(std::chrono::seconds(2));
    try {
      group->run_on_first_rank([](const ProcessGroup::Heartbeat&) { ::raise(SIGSTOP); });
      ADD_FAILURE() << "nothing was noticed";
    } catch (const CommunicationError& error) {
      EXPECT_EQ(error.silent(), std::vector<std::int64_t>{0}) << error.what();
    }
    std::_Exit(testing::Test::HasFailure() ? 1 : 0);  // the store does not answer
  }
  const Folder folder;
  const auto processes = start_ranks("ProcessGroup.AFirstRankThatHangsAtItsWorkIsNamed", 2,
                                     free_port(), folder.path());
  EXPECT_EQ(wait_for(processes[1], 60), 0);
  ::kill(processes[0], SIGKILL);
  wait_for(processes[0], 10);
}

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

TEST(ProcessGroup, SumsOnAGpuAreSettledTwoStepsBack) {
  const auto gpu = c10::make_intrusive<RunningBackend>();
  C10dGroup group(
      Presence::start({0, 2, 0, 2, "127.0.0.1", 1}, c10::make_intrusive<c10d::HashStore>()),
      c10::make_intrusive<SilentBackend>(0, 2), gpu, kTimeout);
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

TEST(ProcessGroup, ASumOnAGpuThatNeverEndsIsALostRankTwoStepsLater) {
  const auto gpu = c10::make_intrusive<RunningBackend>();
  C10dGroup group(
      Presence::start({0, 2, 0, 2, "127.0.0.1", 1}, c10::make_intrusive<c10d::HashStore>()),
      c10::make_intrusive<SilentBackend>(0, 2), gpu, std::chrono::milliseconds(200));
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

constexpr std::chrono::seconds kShutdown(3);

TEST(ProcessGroup, ShutdownWaitsForOneThatComesLateAndLeavesNothingBehind) {
  if (is_rank()) {
    auto group = join();
    at::Tensor tensor = at::ones({1000});
    group->all_reduce_sum(tensor);
    const std::int64_t late = std::filesystem::exists(output_of(0) + ".first") ? 0 : 2;
    const auto begin = std::chrono::steady_clock::now();
    if (group->ranks().rank == late) std::this_thread::sleep_for(std::chrono::seconds(1));
    EXPECT_TRUE(group->shutdown(std::chrono::seconds(20)));
    EXPECT_GE(std::chrono::steady_clock::now() - begin, std::chrono::milliseconds(800));
    group->abort();  // has nothing to do
    return;
  }
  for (const std::int64_t late : {2, 0}) {
    const Folder folder;
    if (late == 0) std::ofstream(folder.path() + "/0.first") << "";
    for (const pid_t process :
         start_ranks("ProcessGroup.ShutdownWaitsForOneThatComesLateAndLeavesNothingBehind", 3,
                     free_port(), folder.path()))
      EXPECT_EQ(wait_for(process, 60), 0);
  }
}

TEST(ProcessGroup, ShutdownIsBoundedIfARankIsLost) {
  if (is_rank()) {
    auto group = join();
    const std::int64_t lost = std::filesystem::exists(output_of(0) + ".first") ? 0 : 2;
    group->barrier();
    if (group->ranks().rank == lost) ::raise(SIGSTOP);
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_FALSE(group->shutdown(kShutdown));
    EXPECT_LT(std::chrono::steady_clock::now() - begin, 4 * kShutdown);
    std::_Exit(testing::Test::HasFailure() ? 1 : 0);
  }
  for (const std::int64_t lost : {2, 0}) {
    const Folder folder;
    if (lost == 0) std::ofstream(folder.path() + "/0.first") << "";
    const auto processes =
        start_ranks("ProcessGroup.ShutdownIsBoundedIfARankIsLost", 3, free_port(), folder.path());
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

TEST(ProcessGroup, TheFirstRankStaysUntilTheOthersHaveClosedTheirConnections) {
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

TEST(ProcessGroup, ABackendThatHangsWhileItIsClosedIsGivenUp) {
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

TEST(ProcessGroup, ALoneProcessNeedsNoOthers) {
  const auto group = make_process_group({}, at::kCPU, kTimeout);
  ASSERT_TRUE(group);
  at::Tensor tensor = at::ones({3});
  (*group)->all_reduce_sum(tensor);
  (*group)->barrier();
  EXPECT_TRUE(tensor.equal(at::ones({3})));
  EXPECT_TRUE((*group)->shutdown(kShutdown));
}

}  // namespace
}  // namespace trainyard
