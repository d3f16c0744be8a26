// SPDX-License-Identifier: GPL-3.0-or-later
// What ranks that share out a model allocate in a step, beside what is planned for them.
#include <fstream>
#include <numeric>

#include <gtest/gtest.h>

#include <c10/core/Allocator.h>

#include "engine/contract/experiment/experiment.h"
#include "engine/parallel/gathered_layers.h"
#include "engine/parallel/gradient_reduction.h"
#include "engine/train/memory_plan.h"
#include "engine/train/optimizer_step.h"
#include "tests/engine/parallel/ranks_of_self.h"
#include "tests/engine/rows.h"
#include "tests/engine/temporary_folder.h"

namespace trainyard {
namespace {

constexpr std::int64_t vocabulary = 1000, length = 16;

// Counts what tensors have, and gives the rest to torch's own allocator.
class CountedMemory final : public c10::Allocator {
 public:
  CountedMemory() : own_(c10::GetAllocator(at::kCPU)) {
    c10::SetAllocator(at::kCPU, this, /*priority=*/100);
  }
  c10::DataPtr allocate(std::size_t bytes) override {
    c10::DataPtr memory = own_->allocate(bytes);
    void* const place = memory.get();
    current_ += static_cast<std::int64_t>(bytes);
    peak = std::max(peak, current_.load());
    return {place, new Given{std::move(memory), this, static_cast<std::int64_t>(bytes)},
            [](void* context) {
              const std::unique_ptr<Given> given(static_cast<Given*>(context));
              given->counter->current_ -= given->bytes;
            },
            at::kCPU};
  }
  c10::DeleterFnPtr raw_deleter() const override { return nullptr; }
  void copy_data(void* to, const void* from, std::size_t bytes) const override {
    default_copy_data(to, from, bytes);
  }

  std::int64_t peak = 0;

 private:
  struct Given {
    c10::DataPtr memory;
    CountedMemory* counter;
    std::int64_t bytes;
  };
  c10::Allocator* own_;
  std::atomic<std::int64_t> current_ = 0;
};

// Layers are small enough that none of their tensors is mapped lazily, so that all are counted.
std::unique_ptr<Model> small_model() {
  return std::move(make_model("llama", {{"vocab_size", vocabulary},
                                        {"hidden_size", 128},
                                        {"intermediate_size", 512},
                                        {"num_hidden_layers", 10},
                                        {"num_attention_heads", 4},
                                        {"max_position_embeddings", 32}})
                       .value());
}

Experiment experiment_of(std::int64_t ranks, std::int64_t stage) {
  Experiment experiment;
  experiment.data.sequence_length = length;
  experiment.resources.processes_per_node.number = ranks;
  experiment.parallel.zero_stage = stage;
  return experiment;
}

// The peak of two steps of this rank, in bytes.
std::int64_t counted_peak(const Experiment& experiment) {
  static CountedMemory counted;  // torch keeps it until the process ends
  const auto group = join_ranks(std::chrono::seconds(60));
  const auto model = small_model();
  const RankInfo ranks = group->ranks();
  Parameters parameters(model->table(), at::kCPU, at::kFloat, at::kFloat,
                        sharding_of(experiment.parallel, ranks.rank, ranks.world_size));
  const auto layers = gathered_layers(*model, parameters, *group);
  const auto optimizer = make_optimizer(experiment.optimizer, parameters);
  parameters.initialize(5);
  gather_values(parameters, *group);
  const auto task = std::move(make_task(experiment).value());
  counted.peak = 0;
  for (int step = 0; step < 2; ++step) {
    const Batch batch = task->batch(rows_of(random_ids(vocabulary, {1, length})), at::kCPU);
    optimizer_step({at::kCPU, *model, parameters, *task, *optimizer, *group}, {batch},
                   batch.num_targets * ranks.world_size, {.learning_rate = 1e-3},
                   [] { return true; });
  }
  group->barrier();
  return counted.peak;
}

TEST(ShardedMemory, IsWhatWasPlannedAndFallsWithTheRanks) {
  const char* const asked = std::getenv("RANKS_STAGE");
  if (is_rank()) {
    const RankInfo ranks = rank_info_from_environment().value();
    const std::int64_t peak = counted_peak(experiment_of(ranks.world_size, std::atoll(asked)));
    std::ofstream(std::string(std::getenv("RANKS_FOLDER")) + "/" + std::to_string(ranks.rank))
        << peak;
    return;
  }
  const auto model = small_model();
  const double parameters = static_cast<double>(num_elements(model->table()));
  std::int64_t of_one_rank = 0;
  for (const std::int64_t ranks : {1, 2, 4, 8})
    for (const std::int64_t stage : {0, 1, 2, 3}) {
      if (ranks == 1 && stage > 0) continue;
      const TemporaryFolder folder;
      setenv("RANKS_STAGE", std::to_string(stage).c_str(), 1);
      const auto processes = start_ranks("ShardedMemory.IsWhatWasPlannedAndFallsWithTheRanks",
                                         ranks, free_port(), folder.path().string());
      for (const pid_t process : processes) ASSERT_EQ(wait_for(process, 120), 0);
      const Experiment experiment = experiment_of(ranks, stage);
      const std::int64_t planned =
          plan_memory(experiment, *model, *make_task(experiment).value(), {1, 1}, at::kFloat)
              .total();
      for (std::int64_t rank = 0; rank < ranks; ++rank) {
        std::int64_t peak = 0;
        std::ifstream(folder / std::to_string(rank)) >> peak;
        std::printf("%lld ranks, stage %lld, rank %lld: %.2f MiB counted, %.2f planned\n",
                    static_cast<long long>(ranks), static_cast<long long>(stage),
                    static_cast<long long>(rank), static_cast<double>(peak) / (1 << 20),
                    static_cast<double>(planned) / (1 << 20));
        EXPECT_GT(static_cast<double>(peak), 0.9 * static_cast<double>(planned));
        EXPECT_LT(static_cast<double>(peak), 1.1 * static_cast<double>(planned))
            << ranks << " ranks, stage " << stage << ", rank " << rank;
        if (ranks == 1) of_one_rank = peak;
        if (stage == 0) continue;
        // In fp32, of 16 bytes a parameter moments are 8, gradients and values 4 each.
        const double spared = stage == 1 ? 8 : stage == 2 ? 12 : 16;
        const double expected = spared * parameters * (1 - 1 / static_cast<double>(ranks));
        EXPECT_GE(static_cast<double>(of_one_rank - peak), 0.7 * expected)
            << ranks << " ranks, stage " << stage;
      }
    }
}

}  // namespace
}  // namespace trainyard
