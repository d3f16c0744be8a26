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
  at::Tensor sum, hidden_gradient, head_gradient;
};
Plain plain(const Case& c, double scale) {
  const at::Tensor hidden = c.hidden.to(at::kDouble).requires_grad_(true),
                   head = c.head.to(at::kDouble).requires_grad_(true);
  const at::Tensor sum = at::nll_loss(at::log_softmax(at::mm(hidden, head.t()), 1), c.targets, {},
                                      at::Reduction::Sum, -100);
  (sum * scale).backward();
  return {sum.detach(), hidden.grad(), head.grad()};
}

TEST(ChunkedCrossEntropy, EqualsThePlainOneForAnyChunk) {
  const Case c;
  const Plain expected = plain(c, 0.25);
  for (const std::int64_t chunk : {1, 4, 9, 37, 1000}) {
    ChunkedLossGradients gradients{at::full_like(c.hidden, 9.0), at::ones_like(c.head), 0.25};
    const at::Tensor sum = chunked_cross_entropy(c.hidden, c.head, c.targets,
                                                 ComputePrecision::fp32, gradients, chunk);
    EXPECT_NEAR(sum.item<double>(), expected.sum.item<double>(),
                1e-5 * expected.sum.item<double>());
    EXPECT_TRUE(
        gradients.hidden_gradient.to(at::kDouble).allclose(expected.hidden_gradient, 1e-4, 1e-5))
        << chunk;
    EXPECT_TRUE((gradients.head_gradient.to(at::kDouble) - 1.0)
                    .allclose(expected.head_gradient, 1e-4, 1e-5))
        << chunk;
    const at::Tensor evaluated =
        chunked_cross_entropy(c.hidden, c.head, c.targets, ComputePrecision::fp32, {}, chunk);
    EXPECT_NEAR(evaluated.item<double>(), expected.sum.item<double>(),
                1e-5 * expected.sum.item<double>());
  }
}

TEST(ChunkedCrossEntropy, ExtremeLogitsStayFinite) {
  Case c;
  c.hidden *= 200.0;
  const Plain expected = plain(c, 1.0);
  ChunkedLossGradients gradients{at::empty_like(c.hidden), at::zeros_like(c.head), 1.0};
  const at::Tensor sum =
      chunked_cross_entropy(c.hidden, c.head, c.targets, ComputePrecision::fp32, gradients);
  EXPECT_NEAR(sum.item<double>(), expected.sum.item<double>(), 1e-5 * expected.sum.item<double>());
  EXPECT_TRUE(
      gradients.hidden_gradient.to(at::kDouble).allclose(expected.hidden_gradient, 1e-3, 1e-3));
}

TEST(ChunkedCrossEntropy, NonFiniteHiddenStatesGiveANonFiniteLoss) {
  Case c;
  c.hidden[3].fill_(std::numeric_limits<float>::quiet_NaN());
  EXPECT_TRUE(
      std::isnan(chunked_cross_entropy(c.hidden, c.head, c.targets, ComputePrecision::fp32, {})
                     .item<double>()));
}

TEST(ChunkedCrossEntropy, Bf16IsNearTheExactOne) {
  const Case c;
  const Plain expected = plain(c, 1.0);
  ChunkedLossGradients gradients{at::empty_like(c.hidden), at::zeros_like(c.head), 1.0};
  const at::Tensor sum =
      chunked_cross_entropy(c.hidden, c.head, c.targets, ComputePrecision::bf16, gradients);
  EXPECT_NEAR(sum.item<double>(), expected.sum.item<double>(), 0.01 * expected.sum.item<double>());
  EXPECT_TRUE(
      gradients.hidden_gradient.to(at::kDouble).allclose(expected.hidden_gradient, 0.05, 0.05));
}

TEST(ChunkedCrossEntropy, NeverHoldsAllLogits) {
  const std::int64_t rows = 2048, vocabulary = 4096, chunk = 64;  // all logits: 32 MiB
  const at::Tensor hidden = at::randn({rows, 8}), head = at::randn({vocabulary, 8});
  const at::Tensor targets = at::randint(0, vocabulary, {rows}, at::kLong);
  ChunkedLossGradients gradients{at::empty_like(hidden), at::zeros_like(head), 1.0};
  const MemoryUse memory;
  chunked_cross_entropy(hidden, head, targets, ComputePrecision::fp32, gradients, chunk);
  const std::int64_t logits = chunk * vocabulary * 4;
  EXPECT_GE(memory.peak(), logits) << "the chunk's logits were not seen: the measure does not work";
  EXPECT_LE(memory.peak(), 3 * logits);
}

}  // namespace
}  // namespace trainyard
