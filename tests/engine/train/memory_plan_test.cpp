// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/memory_plan.h"

#include <gtest/gtest.h>

namespace trainyard {
namespace {

std::unique_ptr<Model> model_of(const char* kind, const Map& config) {
  return std::move(make_model(kind, config).value());
}

double gib(std::int64_t bytes) { return static_cast<double>(bytes) / (1 << 30); }

// By hand: parameters 4 bytes each, as many for gradients, 8 for AdamW's moments, 2 for copies. Of
// a layer of GPT-2 in bf16 a token keeps, in numbers of its width C: inputs of both norms and the
// residual sum in fp32 (2 x 4 bytes), both norms' outputs for the products (2 x 2), q, k, v and the
// output of attention (4 x 2), the feed-forward's inner values before and after the activation (2 x
// 4 x 2).
TEST(MemoryPlan, OfGpt2XlIsWhatOneCountsByHand) {
  const auto model = model_of("gpt2", {{"n_embd", 1600},
                                       {"n_layer", 48},
                                       {"n_head", 25},
                                       {"resid_pdrop", 0},
                                       {"embd_pdrop", 0},
                                       {"attn_pdrop", 0}});
  Experiment experiment;
  experiment.data.sequence_length = 1024;
  const MemoryPlan plan =
      plan_memory(experiment, *model, *make_task(experiment).value(), {4, 1}, at::kBFloat16);
  const double parameters = 1557611200;
  EXPECT_NEAR(static_cast<double>(plan.parameters), 4 * parameters, 0.001 * 4 * parameters);
  EXPECT_EQ(plan.gradients, plan.parameters);
  EXPECT_EQ(plan.copies, plan.parameters / 2);
  EXPECT_NEAR(static_cast<double>(plan.optimizer), 8 * parameters, 0.001 * 8 * parameters);
  const double layers = 48.0 * 4 * 1024 * 1600 * (2 * 4 + 2 * 2 + 4 * 2 + 2 * 4 * 2);
  const double logits = 256.0 * 50257 * 4;
  EXPECT_NEAR(static_cast<double>(plan.activations), layers + 3 * logits,
              0.1 * (layers + 3 * logits))
      << gib(plan.activations) << " GiB";
}

// With recomputation a layer keeps its input, in fp32; one layer at a time is whole.
TEST(MemoryPlan, OfLlama8BWithRecomputation) {
  const auto model = model_of("llama", {{"vocab_size", 128256},
                                        {"hidden_size", 4096},
                                        {"intermediate_size", 14336},
                                        {"num_hidden_layers", 32},
                                        {"num_attention_heads", 32},
                                        {"num_key_value_heads", 8},
                                        {"max_position_embeddings", 8192}});
  Experiment experiment;
  experiment.data.sequence_length = 8192;
  const MemoryPlan kept =
      plan_memory(experiment, *model, *make_task(experiment).value(), {1, 1}, at::kBFloat16);
  experiment.parallel.recompute = Recompute::full;
  const MemoryPlan plan =
      plan_memory(experiment, *model, *make_task(experiment).value(), {1, 1}, at::kBFloat16);
  const double parameters = 8030261248;
  EXPECT_NEAR(static_cast<double>(plan.parameters), 4 * parameters, 0.001 * 4 * parameters);
  EXPECT_NEAR(static_cast<double>(plan.total() - plan.activations), 18 * parameters,
              0.001 * 18 * parameters);
  const double inputs = 32.0 * 8192 * 4096 * 4;
  EXPECT_GT(static_cast<double>(plan.activations), inputs);
  EXPECT_LT(plan.activations, kept.activations / 2) << gib(kept.activations) << " GiB";
}

// What waits in main memory is not there; with recomputation only the layers' inputs are left.
TEST(MemoryPlan, OffloadedActivationsTakeNoRoom) {
  const auto model = model_of("llama", {{"vocab_size", 1000},
                                        {"hidden_size", 512},
                                        {"intermediate_size", 2048},
                                        {"num_hidden_layers", 24},
                                        {"num_attention_heads", 8},
                                        {"max_position_embeddings", 2048}});
  Experiment experiment;
  experiment.data.sequence_length = 2048;
  const auto activations = [&](Recompute recompute, bool offload) {
    experiment.parallel = {.recompute = recompute, .offload_activations = offload};
    return plan_memory(experiment, *model, *make_task(experiment).value(), {1, 1}, at::kBFloat16)
        .activations;
  };
  EXPECT_EQ(activations(Recompute::none, true), activations(Recompute::none, false))
      << "there is no GPU to make room on";
  experiment.resources.gpus_per_node = 1;
  EXPECT_LT(activations(Recompute::none, true), activations(Recompute::none, false) / 3);
  // Some are on their way back before they are needed.
  const std::int64_t inputs = std::int64_t{18} * 2048 * 512 * 4;
  EXPECT_LT(activations(Recompute::full, true), activations(Recompute::full, false) - inputs);
}

// The base in bf16, and 16 bytes for each number of the adapters: value, gradient, two moments.
TEST(MemoryPlan, OfAdaptersIsTheirBaseAndLittleMore) {
  const auto model = model_of("llama", {{"vocab_size", 32000},
                                        {"hidden_size", 4096},
                                        {"intermediate_size", 11008},
                                        {"num_hidden_layers", 32},
                                        {"num_attention_heads", 32},
                                        {"max_position_embeddings", 2048}});
  Experiment experiment;
  experiment.data.sequence_length = 512;
  const auto plan = [&] {
    return plan_memory(experiment, *model, *make_task(experiment).value(), {1, 1}, at::kBFloat16);
  };
  const MemoryPlan whole = plan();
  experiment.lora = {.rank = 8};
  const MemoryPlan adapters = plan();
  const double base = 6738415616, trained = 32.0 * 2 * 8 * (4096 + 4096);
  EXPECT_EQ(static_cast<double>(adapters.parameters), 4 * trained);
  EXPECT_EQ(adapters.gradients, adapters.parameters);
  EXPECT_NEAR(static_cast<double>(adapters.optimizer), 8 * trained, 1e4);
  EXPECT_NEAR(static_cast<double>(adapters.copies), 2 * (base + trained), 0.001 * base);
  EXPECT_LT(adapters.activations, whole.activations);
}

TEST(MemoryPlan, LeavesTheMetaDeviceAsItWas) {
  const auto model = model_of("gpt2", {{"n_embd", 32}, {"n_layer", 1}, {"n_head", 2}});
  Experiment experiment;
  experiment.data.sequence_length = 8;
  const MemoryPlan first = plan_memory(experiment, *model, *make_task(experiment).value(), {1, 1},
                                       at::kFloat),
                   second = plan_memory(experiment, *model, *make_task(experiment).value(), {1, 1},
                                        at::kFloat);
  EXPECT_EQ(first.total(), second.total());
  EXPECT_EQ(first.copies, 0);
  EXPECT_GT(first.activations, 0);
}

}  // namespace
}  // namespace trainyard
