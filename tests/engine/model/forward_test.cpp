// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/forward.h"

#include <ATen/core/grad_mode.h>
#include <gtest/gtest.h>

#include "engine/model/activation_offload.h"
#include "tests/engine/memory_use.h"
#include "tests/engine/rows.h"

namespace trainyard {
namespace {

constexpr std::int64_t kVocabulary = 61, kRows = 3, kLength = 40, kWidth = 32, kHeads = 4;

std::unique_ptr<Model> model_with(std::int64_t layers, double dropout) {
  return std::move(make_model("gpt2", {{"vocab_size", kVocabulary},
                                       {"n_positions", kLength},
                                       {"n_embd", kWidth},
                                       {"n_layer", layers},
                                       {"n_head", kHeads},
                                       {"resid_pdrop", dropout},
                                       {"embd_pdrop", dropout},
                                       {"attn_pdrop", dropout}})
                       .value());
}

Batch batch() {
  return {.input_ids = random_ids(kVocabulary, {kRows, kLength}), .row_keys = {2, 3, 4}};
}

struct Passed {
  at::Tensor hidden;
  std::vector<at::Tensor> gradients;
};

Passed pass(const Model& model, at::ScalarType type, Recompute recompute) {
  Parameters parameters(model.table(), at::kCPU, type);
  parameters.initialize(11);
  const at::Tensor hidden = forward(model, parameters, batch(), {.recompute = recompute});
  hidden.backward(at::randn(hidden.sizes(), at::make_generator<at::CPUGeneratorImpl>(4)));
  return {hidden.detach(), flat_gradients(parameters)};
}

// Padding on the right comes after what it could change.
TEST(Mamba, ReadsAPaddedRowAsItsTextAlone) {
  const auto model = std::move(make_model("mamba", {{"vocab_size", kVocabulary},
                                                    {"hidden_size", 16},
                                                    {"state_size", 4},
                                                    {"num_hidden_layers", 2}})
                                   .value());
  Parameters parameters(model->table(), at::kCPU);
  parameters.initialize(5);
  const at::NoGradGuard no_grad;
  Batch padded{.input_ids = random_ids(kVocabulary, {2, 10}), .row_keys = {2, 3}};
  const at::Tensor place = at::arange(10, at::kLong);
  padded.documents = at::stack({place.ge(10).to(at::kLong), place.ge(6).to(at::kLong)});
  const at::Tensor whole = logits(*model, parameters, padded, {}).view({2, 10, kVocabulary});
  const Batch alone{.input_ids = padded.input_ids.slice(0, 1, 2).slice(1, 0, 6), .row_keys = {3}};
  const at::Tensor text = logits(*model, parameters, alone, {}).view({6, kVocabulary});
  EXPECT_LT((whole[1].slice(0, 0, 6) - text).abs().max().item<double>(), 1e-5);
}

TEST(Recompute, ChangesNoBitOfHiddenStatesAndGradients) {
  const auto model = model_with(3, 0.2);
  for (const at::ScalarType type : {at::kFloat, at::kBFloat16}) {
    const Passed kept = pass(*model, type, Recompute::none);
    for (const Recompute recompute : {Recompute::selective, Recompute::full}) {
      const Passed again = pass(*model, type, recompute);
      EXPECT_TRUE(kept.hidden.equal(again.hidden));
      ASSERT_EQ(kept.gradients.size(), again.gradients.size());
      for (std::size_t i = 0; i < kept.gradients.size(); ++i) {
        EXPECT_GT(kept.gradients[i].abs().sum().item<float>(), 0.0F) << i;
        EXPECT_TRUE(kept.gradients[i].equal(again.gradients[i])) << i;
      }
    }
  }
}

std::int64_t kept_bytes(const Model& model, Recompute recompute) {
  Parameters parameters(model.table(), at::kCPU);
  parameters.initialize(11);
  const Batch input = batch();
  const MemoryUse memory;
  const at::Tensor hidden = forward(model, parameters, input, {.recompute = recompute});
  return memory.current();
}

// Scores, weights before and after dropout: (B, H, T, T) each.
TEST(Recompute, SelectiveKeepsNoWeightsOfAttention) {
  const auto model = model_with(8, 0.2);
  const std::int64_t weights = 8 * kRows * kHeads * kLength * kLength * 4;
  EXPECT_LT(kept_bytes(*model, Recompute::selective),
            kept_bytes(*model, Recompute::none) - 2 * weights);
}

// Of a layer nothing is kept but its input: rows x length x width numbers.
TEST(Recompute, KeepsOneInputALayer) {
  const auto model = model_with(8, 0.0);
  const std::int64_t one_input = kRows * kLength * kWidth * 4;
  const std::int64_t kept = kept_bytes(*model, Recompute::none),
                     recomputed = kept_bytes(*model, Recompute::full);
  EXPECT_GT(kept, 8 * 10 * one_input);
  EXPECT_LT(recomputed, 8 * 2 * one_input);
}

// Wide enough for storages that are worth moving: 1 MiB and more.
Passed pass_of_wide_model(const ForwardMode& mode, std::int64_t& kept) {
  const auto model = std::move(make_model("gpt2", {{"vocab_size", kVocabulary},
                                                   {"n_positions", 256},
                                                   {"n_embd", 256},
                                                   {"n_layer", 3},
                                                   {"n_head", kHeads}})
                                   .value());
  Parameters parameters(model->table(), at::kCPU);
  parameters.initialize(11);
  const Batch input{.input_ids = random_ids(kVocabulary, {4, 256}), .row_keys = {2, 3, 4, 5}};
  const MemoryUse memory;
  const at::Tensor hidden = forward(*model, parameters, input, mode);
  kept = memory.current();
  hidden.backward(at::randn(hidden.sizes(), at::make_generator<at::CPUGeneratorImpl>(4)));
  return {hidden.detach(), flat_gradients(parameters)};
}

// On a processor everything is in main memory: what is kept is kept once, and comes back the same.
TEST(Offload, ChangesNoBitOfHiddenStatesAndGradients) {
  for (const Recompute recompute : {Recompute::none, Recompute::full}) {
    std::int64_t kept = 0, kept_there = 0;
    const Passed here = pass_of_wide_model({.recompute = recompute}, kept);
    const Passed there =
        pass_of_wide_model({.recompute = recompute, .offload_activations = true}, kept_there);
    EXPECT_TRUE(here.hidden.equal(there.hidden));
    for (std::size_t i = 0; i < here.gradients.size(); ++i)
      EXPECT_TRUE(here.gradients[i].equal(there.gradients[i])) << i;
    EXPECT_LT(kept_there, kept + kept / 10) << "something was copied twice";
    // Each of three layers keeps several outputs of a MiB; recomputed, one.
    const std::int64_t outputs = recompute == Recompute::none ? 3 * 4 : 3;
    EXPECT_GE(room_for_activations(), outputs << 20);
  }
}

TEST(Offload, MovesAStorageOnceAndAgainWhenItWasWrittenTo) {
  const auto model = model_with(1, 0.0);
  Parameters parameters(model->table(), at::kCPU);
  parameters.initialize(11);
  const auto offload = std::make_shared<ActivationOffload>(parameters, at::kCPU);
  const at::Tensor large = at::ones({512, 1024}, at::kFloat), small = at::ones({8}, at::kFloat);
  const auto stored = offload->store(large);
  ASSERT_TRUE(stored);
  EXPECT_EQ(offload->store(large.view({-1}).narrow(0, 5, 9)), stored) << "a view of the same";
  EXPECT_FALSE(offload->store(small));
  EXPECT_FALSE(offload->store(parameters.layers()[1].flat));
  large.add_(1);
  const auto written = offload->store(large);
  EXPECT_NE(written, stored);
  const auto values = [&](ActivationOffload::Stored& one) {
    return offload->fetched(one).view(at::kFloat);
  };
  EXPECT_TRUE(values(*stored).equal(at::ones({512 * 1024}, at::kFloat)));
  EXPECT_TRUE(values(*written).equal(at::full({512 * 1024}, 2.0F)));
}

// The kernel draws its own numbers: of the same rows the same, also when it computes again.
TEST(FusedAttentionDropout, DependsOnTheRowsAlone) {
  const auto model = model_with(3, 0.2);
  const auto run = [&](Recompute recompute, std::vector<std::uint64_t> keys) {
    Parameters parameters(model->table(), at::kCPU);
    parameters.initialize(11);
    Batch input = batch();
    input.row_keys = std::move(keys);
    const at::Tensor hidden = forward(*model, parameters, input,
                                      {.recompute = recompute, .fused_attention_dropout = true});
    hidden.backward(at::ones_like(hidden));
    return Passed{hidden.detach(), flat_gradients(parameters)};
  };
  const Passed once = run(Recompute::none, {2, 3, 4});
  at::manual_seed(99);
  const Passed again = run(Recompute::full, {2, 3, 4}), others = run(Recompute::none, {2, 3, 5});
  EXPECT_TRUE(once.hidden.equal(again.hidden));
  EXPECT_FALSE(once.hidden.equal(others.hidden));
  for (std::size_t i = 0; i < once.gradients.size(); ++i)
    EXPECT_TRUE(once.gradients[i].equal(again.gradients[i])) << i;
}

TEST(Recompute, EvaluationNeedsNone) {
  const auto model = model_with(2, 0.0);
  Parameters parameters(model->table(), at::kCPU);
  parameters.initialize(11);
  const at::NoGradGuard no_grad;
  const at::Tensor plain = forward(*model, parameters, batch(), {.training = false});
  const at::Tensor again =
      forward(*model, parameters, batch(), {.training = false, .recompute = Recompute::full});
  EXPECT_TRUE(plain.equal(again));
}

// Two documents in one row are what they are in rows of their own.
TEST(Documents, SeeNothingOfEachOther) {
  const auto model = model_with(2, 0.0);
  Parameters parameters(model->table(), at::kCPU);
  parameters.initialize(11);
  const at::NoGradGuard no_grad;
  const at::Tensor ids = random_ids(kVocabulary, {1, kLength});
  constexpr std::int64_t kFirst = 15;
  const auto places = [](std::int64_t count) { return at::arange(count, at::kLong); };
  Batch packed{.input_ids = ids};
  packed.positions = at::cat({places(kFirst), places(kLength - kFirst)}).unsqueeze(0);
  packed.documents = places(kLength).ge(kFirst).to(at::kLong).unsqueeze(0);
  const at::Tensor together = forward(*model, parameters, packed, {.training = false});
  const auto alone = [&](std::int64_t begin, std::int64_t count) {
    return forward(*model, parameters, {.input_ids = ids.narrow(1, begin, count)},
                   {.training = false});
  };
  EXPECT_TRUE(together.narrow(0, 0, kFirst).allclose(alone(0, kFirst), 1e-4, 1e-5));
  EXPECT_TRUE(together.narrow(0, kFirst, kLength - kFirst)
                  .allclose(alone(kFirst, kLength - kFirst), 1e-4, 1e-5));
  packed.documents.reset();
  EXPECT_FALSE(
      forward(*model, parameters, packed, {.training = false}).allclose(together, 1e-4, 1e-5));
}

}  // namespace
}  // namespace trainyard
