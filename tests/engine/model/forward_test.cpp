#include "engine/model/forward.h"

#include <ATen/core/grad_mode.h>
#include <gtest/gtest.h>

#include "tests/engine/memory_use.h"

namespace trainyard {
namespace {

constexpr std::int64_t kVocabulary = 61, kRows = 3, kLength = 40, kWidth = 32;

std::unique_ptr<Model> model_with(std::int64_t layers, double dropout) {
  return std::move(make_model("gpt2", {{"vocab_size", kVocabulary},
                                       {"n_positions", kLength},
                                       {"n_embd", kWidth},
                                       {"n_layer", layers},
                                       {"n_head", 4},
                                       {"resid_pdrop", dropout},
                                       {"embd_pdrop", dropout},
                                       {"attn_pdrop", dropout}})
                       .value());
}

Batch batch() {
  const at::Tensor ids = at::randint(0, kVocabulary, {kRows, kLength},
                                     at::make_generator<at::CPUGeneratorImpl>(3), at::kLong);
  return {ids, ids};
}

struct Passed {
  at::Tensor hidden;
  std::vector<at::Tensor> gradients;
};

Passed pass(const Model& model, const ForwardMode& mode) {
  Parameters parameters(model.table(), at::kCPU);
  parameters.initialize(11);
  const at::Tensor hidden = forward(model, parameters, batch(), mode);
  hidden.backward(at::randn(hidden.sizes(), at::make_generator<at::CPUGeneratorImpl>(4)));
  return {hidden.detach(), flat_gradients(parameters)};
}

TEST(Recompute, ChangesNoBitOfHiddenStatesAndGradients) {
  const auto model = model_with(3, 0.2);
  for (const ComputePrecision precision : {ComputePrecision::fp32, ComputePrecision::bf16}) {
    ForwardMode mode{.precision = precision, .seed = 5, .step = 9, .first_sequence = 2};
    const Passed kept = pass(*model, mode);
    mode.recompute = true;
    const Passed again = pass(*model, mode);
    EXPECT_TRUE(kept.hidden.equal(again.hidden));
    ASSERT_EQ(kept.gradients.size(), again.gradients.size());
    for (std::size_t i = 0; i < kept.gradients.size(); ++i) {
      EXPECT_GT(kept.gradients[i].abs().sum().item<float>(), 0.0F) << i;
      EXPECT_TRUE(kept.gradients[i].equal(again.gradients[i])) << i;
    }
  }
}

// Of a layer nothing is kept but its input: rows x length x width numbers.
TEST(Recompute, KeepsOneInputALayer) {
  const auto model = model_with(8, 0.0);
  Parameters parameters(model->table(), at::kCPU);
  parameters.initialize(11);
  const Batch input = batch();
  const auto kept_bytes = [&](bool recompute) {
    const MemoryUse memory;
    const at::Tensor hidden = forward(*model, parameters, input, {.recompute = recompute});
    return memory.current();
  };
  const std::int64_t one_input = kRows * kLength * kWidth * 4;
  const std::int64_t kept = kept_bytes(false), recomputed = kept_bytes(true);
  EXPECT_GT(kept, 8 * 10 * one_input);
  EXPECT_LT(recomputed, 8 * 2 * one_input);
}

TEST(Recompute, EvaluationNeedsNone) {
  const auto model = model_with(2, 0.0);
  Parameters parameters(model->table(), at::kCPU);
  parameters.initialize(11);
  const at::NoGradGuard no_grad;
  const at::Tensor plain = forward(*model, parameters, batch(), {.training = false});
  const at::Tensor again =
      forward(*model, parameters, batch(), {.training = false, .recompute = true});
  EXPECT_TRUE(plain.equal(again));
}

}  // namespace
}  // namespace trainyard
