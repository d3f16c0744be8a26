// SPDX-License-Identifier: GPL-3.0-or-later
// What a plan says of main memory.
#include <gtest/gtest.h>

#include "engine/contract/experiment/experiment.h"
#include "engine/train/memory_plan.h"

namespace trainyard {
namespace {

// Weights in fp32 and two moments.
TEST(MemoryPlan, ACheckpointIsWrittenFromACopyInMainMemory) {
  const auto model = std::move(make_model("llama", {{"vocab_size", 32000},
                                                    {"hidden_size", 1024},
                                                    {"intermediate_size", 4096},
                                                    {"num_hidden_layers", 8},
                                                    {"num_attention_heads", 8},
                                                    {"max_position_embeddings", 64}})
                                   .value());
  const auto parameters = static_cast<double>(num_elements(model->table()));
  Experiment experiment;
  experiment.data.sequence_length = 16;
  const auto plan = [&] {
    return plan_memory(experiment, *model, *make_task(experiment).value(), {1, 1}, at::kBFloat16);
  };
  EXPECT_EQ(plan().snapshot, 0) << "on a processor it is not planned";
  experiment.resources.gpus_per_node = 4;
  const MemoryPlan whole = plan();
  EXPECT_NEAR(static_cast<double>(whole.snapshot), 12 * parameters, 0.001 * 12 * parameters);
  EXPECT_FALSE(whole.is_snapshot_shared);
  experiment.parallel.zero_stage = 1;
  const MemoryPlan shared = plan();
  EXPECT_NEAR(static_cast<double>(shared.snapshot), 3 * parameters, 0.01 * 3 * parameters);
  EXPECT_TRUE(shared.is_snapshot_shared);
  experiment.checkpoint.every_steps.reset();
  experiment.checkpoint.save_best = false;
  EXPECT_EQ(plan().snapshot, 0) << "only at the end, from the tensors themselves";
}

TEST(MemoryPlan, OfANodeHasToFitIntoItsMainMemory) {
  MemoryPlan plan{.host = 10, .snapshot = 30};
  EXPECT_TRUE(check_host_memory(plan, 4, 70));  // the first rank's copy
  EXPECT_EQ(check_host_memory(plan, 4, 69).error().code, "checkpoint.host_memory");
  EXPECT_EQ(check_host_memory(plan, 4, 39).error().code, "parallel.host_memory");
  plan.is_snapshot_shared = true;
  EXPECT_TRUE(check_host_memory(plan, 4, 160));
  EXPECT_EQ(check_host_memory(plan, 4, 159).error().code, "checkpoint.host_memory");
}

}  // namespace
}  // namespace trainyard
