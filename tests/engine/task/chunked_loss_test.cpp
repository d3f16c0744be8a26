// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/task/chunked_loss.h"

#include <gtest/gtest.h>

#include "tests/engine/memory_use.h"

namespace trainyard {
namespace {

struct Case {
  at::Tensor hidden = at::randn({37, 16}, at::make_generator<at::CPUGeneratorImpl>(1));
  at::Tensor head = at::randn({101, 16}, at::make_generator<at::CPUGeneratorImpl>(2));
  at::Tensor targets = at::arange(37, at::kLong) * 2;
  Case() { targets.index_put_({at::arange(0, 37, 5, at::kLong)}, at::full({}, -100, at::kLong)); }
};

// The slow reference: all logits at once, gradients by autograd, in double.
struct Plain {
  at::Tensor sum, hidden_gradient, head_gradient, bias_gradient;
};
Plain plain(const Case& c, double scale, double smoothing = 0.0, const at::Tensor& bias = {}) {
  const auto leaf = [](const at::Tensor& x) { return x.to(at::kDouble).requires_grad_(true); };
  const at::Tensor hidden = leaf(c.hidden), head = leaf(c.head),
                   added = leaf(bias.defined() ? bias : at::zeros({c.head.size(0)}));
  const at::Tensor log_p = at::log_softmax(at::addmm(added, hidden, head.t()), 1);
  const at::Tensor valid = c.targets.ne(-100).to(at::kDouble);
  const at::Tensor sum =
      at::nll_loss(log_p, c.targets, {}, at::Reduction::Sum, -100) * (1.0 - smoothing) -
      (log_p.mean(1) * valid).sum() * smoothing;
  (sum * scale).backward();
  return {sum.detach(), hidden.grad(), head.grad(), added.grad()};
}

ChunkedLossGradients zeros_for(const Case& c, double scale) {
  return {at::full_like(c.hidden, 9.0), at::zeros_like(c.head), {}, scale};
}

void expect_near(const at::Tensor& sum, const at::Tensor& expected) {
  EXPECT_NEAR(sum.item<double>(), expected.item<double>(), 1e-5 * expected.item<double>());
}

TEST(ChunkedCrossEntropy, CountsTargetsWithTheLargestLogit) {
  const Case c;
  const at::Tensor best = at::mm(c.hidden, c.head.t()).argmax(1);
  at::Tensor targets = best.clone();
  targets.slice(0, 0, 5).add_(1).remainder_(c.head.size(0));
  targets.slice(0, 5, 7).fill_(-100);
  for (const std::int64_t chunk : {3, 1000}) {
    at::Tensor num_correct;
    chunked_cross_entropy(c.hidden, {c.head, {}}, targets, {}, {.rows_per_chunk = chunk},
                          &num_correct);
    EXPECT_EQ(num_correct.item<std::int64_t>(), targets.size(0) - 7);
  }
}

TEST(ChunkedCrossEntropy, EqualsThePlainOneForAnyChunk) {
  const Case c;
  const Plain expected = plain(c, 0.25);
  for (const std::int64_t chunk : {1, 4, 9, 37, 1000}) {
    const ChunkedLossSettings settings{.rows_per_chunk = chunk};
    ChunkedLossGradients gradients = zeros_for(c, 0.25);
    gradients.weight.fill_(1.0);  // it is added to
    expect_near(chunked_cross_entropy(c.hidden, {c.head, {}}, c.targets, gradients, settings),
                expected.sum);
    EXPECT_TRUE(gradients.hidden.to(at::kDouble).allclose(expected.hidden_gradient, 1e-4, 1e-5))
        << chunk;
    EXPECT_TRUE(
        (gradients.weight.to(at::kDouble) - 1.0).allclose(expected.head_gradient, 1e-4, 1e-5))
        << chunk;
    expect_near(chunked_cross_entropy(c.hidden, {c.head, {}}, c.targets, {}, settings),
                expected.sum);
  }
}

TEST(ChunkedCrossEntropy, WithBiasAndSmoothing) {
  const Case c;
  const at::Tensor bias = at::randn({101}, at::make_generator<at::CPUGeneratorImpl>(3));
  for (const double smoothing : {0.0, 0.1, 0.7}) {
    const Plain expected = plain(c, 0.25, smoothing, bias);
    ChunkedLossGradients gradients = zeros_for(c, 0.25);
    gradients.bias = at::zeros({101});
    expect_near(chunked_cross_entropy(c.hidden, {c.head, bias}, c.targets, gradients,
                                      {.label_smoothing = smoothing, .rows_per_chunk = 9}),
                expected.sum);
    EXPECT_TRUE(gradients.hidden.to(at::kDouble).allclose(expected.hidden_gradient, 1e-4, 1e-5));
    EXPECT_TRUE(gradients.weight.to(at::kDouble).allclose(expected.head_gradient, 1e-4, 1e-5));
    EXPECT_TRUE(gradients.bias.to(at::kDouble).allclose(expected.bias_gradient, 1e-4, 1e-5));
  }
}

TEST(ChunkedCrossEntropy, AFrozenHeadGetsNoGradient) {
  const Case c;
  const Plain expected = plain(c, 1.0);
  const ChunkedLossGradients gradients{at::empty_like(c.hidden), {}, {}, 1.0};
  expect_near(chunked_cross_entropy(c.hidden, {c.head, {}}, c.targets, gradients), expected.sum);
  EXPECT_TRUE(gradients.hidden.to(at::kDouble).allclose(expected.hidden_gradient, 1e-4, 1e-5));
}

TEST(ChunkedCrossEntropy, NoRowsAreNoLoss) {
  const Case c;
  const at::Tensor none = at::empty({0}, at::kLong);
  EXPECT_EQ(chunked_cross_entropy(at::empty({0, 16}), {c.head, {}}, none, {}).item<float>(), 0.0F);
}

TEST(ChunkedCrossEntropy, ExtremeLogitsStayFinite) {
  Case c;
  c.hidden *= 200.0;
  const Plain expected = plain(c, 1.0);
  const ChunkedLossGradients gradients = zeros_for(c, 1.0);
  expect_near(chunked_cross_entropy(c.hidden, {c.head, {}}, c.targets, gradients), expected.sum);
  EXPECT_TRUE(gradients.hidden.to(at::kDouble).allclose(expected.hidden_gradient, 1e-3, 1e-3));
}

TEST(ChunkedCrossEntropy, NonFiniteHiddenStatesGiveANonFiniteLoss) {
  Case c;
  c.hidden[3].fill_(std::numeric_limits<float>::quiet_NaN());
  EXPECT_TRUE(
      std::isnan(chunked_cross_entropy(c.hidden, {c.head, {}}, c.targets, {}).item<double>()));
}

TEST(ChunkedCrossEntropy, Bf16IsNearTheExactOne) {
  const Case c;
  const Plain expected = plain(c, 1.0);
  const ChunkedLossGradients gradients = zeros_for(c, 1.0);
  const at::Tensor sum =
      chunked_cross_entropy(c.hidden, {c.head.to(at::kBFloat16), {}}, c.targets, gradients);
  EXPECT_NEAR(sum.item<double>(), expected.sum.item<double>(), 0.01 * expected.sum.item<double>());
  EXPECT_TRUE(gradients.hidden.to(at::kDouble).allclose(expected.hidden_gradient, 0.05, 0.05));
  EXPECT_TRUE(gradients.weight.to(at::kDouble).allclose(expected.head_gradient, 0.05, 0.05));
}

TEST(ChunkedCrossEntropy, NeverHoldsAllLogits) {
  const std::int64_t rows = 2048, vocabulary = 4096, chunk = 64;  // all logits: 32 MiB
  const at::Tensor hidden = at::randn({rows, 8}), head = at::randn({vocabulary, 8});
  const at::Tensor targets = at::randint(0, vocabulary, {rows}, at::kLong);
  const ChunkedLossGradients gradients{at::empty_like(hidden), at::zeros_like(head), {}, 1.0};
  const MemoryUse memory;
  chunked_cross_entropy(hidden, {head, {}}, targets, gradients, {.rows_per_chunk = chunk});
  const std::int64_t logits = chunk * vocabulary * 4;
  EXPECT_GE(memory.peak(), logits) << "the chunk's logits were not seen: the measure does not work";
  EXPECT_LE(memory.peak(), 3 * logits);
}

}  // namespace
}  // namespace trainyard
