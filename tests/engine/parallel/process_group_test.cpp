// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/parallel/process_group.h"

#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include <gtest/gtest.h>
#include <torch/csrc/distributed/c10d/HashStore.hpp>

#include "engine/parallel/c10d_group.h"
#include "engine/parallel/gradient_reduction.h"
#include "engine/parallel/presence.h"
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

TEST(ProcessGroup, ALoneProcessNeedsNoOthers) {
  const auto group = make_process_group({}, at::kCPU, kTimeout);
  ASSERT_TRUE(group);
  at::Tensor tensor = at::ones({3});
  (*group)->all_reduce_sum(tensor);
  (*group)->barrier();
  EXPECT_TRUE(tensor.equal(at::ones({3})));
  EXPECT_TRUE((*group)->shutdown(kTimeout));
}

}  // namespace
}  // namespace trainyard
