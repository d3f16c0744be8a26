// SPDX-License-Identifier: GPL-3.0-or-later
// Steps of ranks that share out a model in fp16, as far as a CPU can compute them.
#include <fstream>
#include <limits>
#include <set>

#include <gtest/gtest.h>

#include "engine/contract/experiment/experiment.h"
#include "engine/parallel/gathered_layers.h"
#include "engine/parallel/gradient_reduction.h"
#include "engine/train/optimizer_step.h"
#include "tests/engine/parallel/ranks_of_self.h"
#include "tests/engine/rows.h"
#include "tests/engine/temporary_folder.h"

namespace trainyard {
namespace {

constexpr std::int64_t num_words = 61;

struct Steps {
  std::string outcome;  // of each step: "+" updated, "-" skipped
  bool was_unchanged = true;
};

// Three steps of this rank with a scaled loss. In the second, a gradient that only the first rank
// owns overflows.
Steps three_steps(std::int64_t stage) {
  const auto group = join_ranks(std::chrono::seconds(60));
  const auto model = std::move(make_model("llama", {{"vocab_size", num_words},
                                                    {"hidden_size", 32},
                                                    {"intermediate_size", 64},
                                                    {"num_hidden_layers", 2},
                                                    {"num_attention_heads", 4},
                                                    {"max_position_embeddings", 32}})
                                   .value());
  Experiment experiment;
  experiment.parallel.zero_stage = stage;
  const RankInfo ranks = group->ranks();
  Parameters parameters(model->table(), at::kCPU, at::kHalf, at::kFloat,
                        sharding_of(experiment.parallel, ranks.rank, ranks.world_size));
  const auto layers = gathered_layers(*model, parameters, *group);
  const auto optimizer = make_optimizer(experiment.optimizer, parameters);
  parameters.initialize(5);
  gather_values(parameters, *group);
  const auto task = std::move(make_task(experiment).value());
  Steps steps;
  for (int step = 0; step < 3; ++step) {
    std::vector<Batch> batches;
    for (std::uint64_t part = 0; part < 2; ++part)
      batches.push_back(task->batch(rows_of(random_ids(num_words, {1, 16}), part), at::kCPU));
    std::vector<at::Tensor> before;
    for (const at::Tensor& value : owned_values(parameters)) before.push_back(value.clone());
    const auto values =
        optimizer_step({at::kCPU, *model, parameters, *task, *optimizer, *group}, batches,
                       2 * batches.front().num_targets * ranks.world_size,
                       {.learning_rate = 1e-2, .max_gradient_norm = 1.0, .loss_scale = 128.0}, [&] {
                         if (step == 1 && ranks.rank == 0)
                           parameters.layers()[1].owned.front().gradient[0] =
                               std::numeric_limits<float>::infinity();
                         return true;
                       });
    steps.outcome += values->overflowed ? "-" : "+";
    bool is_unchanged = true;
    for (std::size_t i = 0; i < before.size(); ++i)
      is_unchanged &= before[i].equal(owned_values(parameters)[i]);
    steps.was_unchanged &= is_unchanged == values->overflowed;
  }
  group->barrier();
  return steps;
}

TEST(ShardedStep, AnOverflowThatOneRankOwnsSkipsTheStepOnAll) {
  if (is_rank()) {
    const Steps steps = three_steps(std::atoll(std::getenv("RANKS_STAGE")));
    std::ofstream(std::string(std::getenv("RANKS_FOLDER")) + "/" +
                  std::to_string(rank_info_from_environment()->rank))
        << steps.outcome << (steps.was_unchanged ? "" : " although values changed");
    return;
  }
  for (const std::int64_t stage : {1, 2, 3}) {
    const TemporaryFolder folder;
    setenv("RANKS_STAGE", std::to_string(stage).c_str(), 1);
    const auto processes = start_ranks("ShardedStep.AnOverflowThatOneRankOwnsSkipsTheStepOnAll", 3,
                                       free_port(), folder.path().string());
    for (const pid_t process : processes) ASSERT_EQ(wait_for(process, 120), 0) << stage;
    for (int rank = 0; rank < 3; ++rank) {
      std::ifstream file(folder / std::to_string(rank));
      std::string outcome;
      std::getline(file, outcome);
      EXPECT_EQ(outcome, "+-+") << "stage " << stage << ", rank " << rank;
    }
  }
}

}  // namespace
}  // namespace trainyard
