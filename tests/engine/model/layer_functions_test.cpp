// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/layer_functions.h"

#include <gtest/gtest.h>

#include "engine/model/dropout.h"

namespace trainyard {
namespace {

struct Leaves {
  at::Tensor x, fc_weight, fc_bias, proj_weight, proj_bias;
};

at::Tensor leaf(at::IntArrayRef shape, std::uint64_t seed, double scale) {
  at::Tensor tensor = (at::randn(shape, at::make_generator<at::CPUGeneratorImpl>(seed)) * scale)
                          .detach()
                          .requires_grad_(true);
  tensor.mutable_grad() = at::ones(shape);  // gradients are added to, not replaced
  return tensor;
}

Leaves leaves(double input_scale) {
  return {leaf({9, 16}, 1, input_scale), leaf({16, 37}, 2, 1.0), leaf({37}, 3, 1.0),
          leaf({37, 16}, 4, 0.2), leaf({16}, 5, 1.0)};
}

const at::Tensor kOutputGradient = at::randn({9, 16}, at::make_generator<at::CPUGeneratorImpl>(6));

void expect_equal(const Leaves& actual, const Leaves& expected, const at::Tensor& y,
                  const at::Tensor& expected_y) {
  y.backward(kOutputGradient);
  expected_y.backward(kOutputGradient);
  EXPECT_TRUE(y.allclose(expected_y, 1e-4, 1e-4));
  const std::pair<at::Tensor, at::Tensor> pairs[] = {{actual.x, expected.x},
                                                     {actual.fc_weight, expected.fc_weight},
                                                     {actual.fc_bias, expected.fc_bias},
                                                     {actual.proj_weight, expected.proj_weight},
                                                     {actual.proj_bias, expected.proj_bias}};
  for (const auto& [a, b] : pairs)
    EXPECT_LT(((a.grad() - b.grad()).norm() / b.grad().norm()).item<double>(), 1e-5);
}

Parameter parameter(const at::Tensor& leaf) { return {leaf, leaf}; }

const Context kEvaluation{.mode = {.training = false}};

TEST(Conv1d, EqualsAddmm) {
  const Leaves a = leaves(1.0), b = leaves(1.0);
  const auto plain = [](const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias) {
    return at::addmm(bias, x, weight);
  };
  expect_equal(a, b,
               conv1d(conv1d(a.x, parameter(a.fc_weight), parameter(a.fc_bias), kEvaluation),
                      parameter(a.proj_weight), parameter(a.proj_bias), kEvaluation),
               plain(plain(b.x, b.fc_weight, b.fc_bias), b.proj_weight, b.proj_bias));
}

TEST(Conv1d, ComputesWithTheCopiesAndSumsGradientsInFp32) {
  const Leaves a = leaves(1.0), b = leaves(1.0);
  const auto copied = [](const at::Tensor& leaf) {
    return Parameter{leaf, leaf.detach().to(at::kBFloat16)};
  };
  const at::Tensor y = conv1d(a.x, copied(a.fc_weight), copied(a.fc_bias), kEvaluation);
  ASSERT_EQ(y.scalar_type(), at::kBFloat16);
  const at::Tensor expected = at::addmm(b.fc_bias, b.x, b.fc_weight);
  y.sum().backward();
  expected.sum().backward();
  EXPECT_TRUE(y.to(at::kFloat).allclose(expected, 0.05, 0.05));
  EXPECT_EQ(a.x.grad().scalar_type(), at::kFloat);
  EXPECT_LT(((a.x.grad() - b.x.grad()).norm() / b.x.grad().norm()).item<double>(), 0.02);
  EXPECT_LT(
      ((a.fc_weight.grad() - b.fc_weight.grad()).norm() / b.fc_weight.grad().norm()).item<double>(),
      0.02);
}

TEST(Conv1d, AFrozenWeightGetsNoGradient) {
  Leaves a = leaves(1.0);
  const at::Tensor before = a.fc_weight.grad().clone();
  a.fc_weight.requires_grad_(false);
  conv1d(a.x, parameter(a.fc_weight), parameter(a.fc_bias), kEvaluation).sum().backward();
  EXPECT_TRUE(a.fc_weight.grad().equal(before));
  EXPECT_FALSE(a.fc_bias.grad().equal(at::ones({37})));
}

// A weight (37, 16) with an adapter of rank 3, and the plain expression of the same.
struct Adapted {
  at::Tensor weight = leaf({37, 16}, 2, 1.0), bias = leaf({37}, 3, 1.0), a = leaf({3, 16}, 7, 1.0),
             b = leaf({37, 3}, 8, 1.0);

  Parameter with_dropout(double dropout) const {
    const Adapter adapter{parameter(a), parameter(b), 0.7, dropout, 4, 1001};
    return {weight.detach(), weight.detach(), std::make_shared<const Adapter>(adapter)};
  }
  at::Tensor plain(const at::Tensor& x, const at::Tensor& seen) const {
    return at::linear(x, weight.detach(), bias) + at::linear(at::linear(seen, a), b) * 0.7;
  }
};

TEST(Linear, AddsWhatTheAdapterMakes) {
  const at::Tensor x = leaf({9, 16}, 1, 1.0), y_gradient = at::randn({9, 37});
  const at::Tensor other_x = leaf({9, 16}, 1, 1.0);
  const Adapted ours, plain;
  const Parameter bias = parameter(ours.bias);
  const at::Tensor y = linear(x, ours.with_dropout(0.5), &bias, kEvaluation);
  const at::Tensor expected = plain.plain(other_x, other_x);
  EXPECT_TRUE(y.allclose(expected, 1e-4, 1e-4));
  y.backward(y_gradient);
  expected.backward(y_gradient);
  for (const auto& [one, other] : {std::pair(x, other_x), {ours.a, plain.a}, {ours.b, plain.b}})
    EXPECT_LT(((one.grad() - other.grad()).norm() / other.grad().norm()).item<double>(), 1e-5);
  EXPECT_TRUE(ours.weight.grad().equal(at::ones({37, 16})));
}

TEST(Linear, TheAdaptersInputIsDroppedByTheRowsKeys) {
  const Context context{{.input_ids = at::zeros({3, 3}, at::kLong), .row_keys = {5, 6, 7}},
                        {.training = true},
                        {},
                        {}};
  const at::Tensor x = leaf({9, 16}, 1, 1.0).detach();
  const Adapted adapted;
  const Parameter bias = parameter(adapted.bias);
  const at::Tensor y = linear(x, adapted.with_dropout(0.5), &bias, context);
  EXPECT_TRUE(y.allclose(adapted.plain(x, dropout(x, 0.5, context, {4, 1001})), 1e-4, 1e-4));
  EXPECT_FALSE(y.allclose(adapted.plain(x, x), 1e-4, 1e-4));
}

TEST(Conv1d, AddsWhatTheAdapterMakes) {
  const at::Tensor x = leaf({9, 16}, 1, 1.0).detach();
  const Adapted adapted;
  Parameter weight = adapted.with_dropout(0.0);
  weight.value = weight.compute = weight.value.t().contiguous();
  EXPECT_TRUE(conv1d(x, weight, parameter(adapted.bias), kEvaluation)
                  .allclose(adapted.plain(x, x), 1e-4, 1e-4));
}

TEST(GeluTanhFeedForward, KnowsAdaptersOfBothWeights) {
  const Leaves a = leaves(1.0);
  const at::Tensor low = at::randn({2, 16}), high = at::randn({37, 2});
  const Parameter fc{
      a.fc_weight, a.fc_weight,
      std::make_shared<const Adapter>(Adapter{parameter(low), parameter(high), 0.5, 0.0, 0, 1000})};
  const Parameter proj{
      a.proj_weight, a.proj_weight,
      std::make_shared<const Adapter>(Adapter{parameter(high.t().contiguous()),
                                              parameter(low.t().contiguous()), 0.5, 0.0, 0, 1001})};
  const at::Tensor fc_merged = a.fc_weight + 0.5 * at::mm(high, low).t();
  const at::Tensor proj_merged = a.proj_weight + 0.5 * at::mm(high, low);
  const at::Tensor expected =
      at::addmm(a.proj_bias, at::gelu(at::addmm(a.fc_bias, a.x, fc_merged), "tanh"), proj_merged);
  const at::Tensor y = gelu_tanh_feed_forward(a.x, fc, parameter(a.fc_bias), proj,
                                              parameter(a.proj_bias), kEvaluation);
  EXPECT_TRUE(y.allclose(expected, 1e-3, 1e-3));
}

TEST(Embedding, AddsRowsOfTheGradientWhereTheyLive) {
  const at::Tensor weight = leaf({50, 7}, 1, 1.0), plain = leaf({50, 7}, 1, 1.0);
  const at::Tensor ids =
      at::randint(0, 50, {6, 20}, at::make_generator<at::CPUGeneratorImpl>(2), at::kLong);
  const at::Tensor gradient = at::randn({6, 20, 7}, at::make_generator<at::CPUGeneratorImpl>(3));
  const at::Tensor y = embedding(ids, parameter(weight));
  EXPECT_TRUE(y.detach().equal(at::embedding(plain.detach(), ids)));
  y.backward(gradient);
  at::embedding(plain, ids).backward(gradient);
  EXPECT_TRUE(weight.grad().allclose(plain.grad(), 1e-5, 1e-6));
  const at::Tensor before = weight.grad().clone();
  embedding(ids, parameter(weight), 7).backward(gradient);
  at::embedding(plain, ids, 7).backward(gradient);
  EXPECT_TRUE(weight.grad().allclose(plain.grad(), 1e-5, 1e-6));
  EXPECT_TRUE(weight.grad()[7].equal(before[7]));
}

TEST(GeluTanhFeedForward, EqualsThePlainExpressionAlsoFarFromZero) {
  for (const double scale : {0.01, 1.0, 30.0}) {
    const Leaves a = leaves(scale), b = leaves(scale);
    const at::Tensor inner = at::gelu(at::addmm(b.fc_bias, b.x, b.fc_weight), "tanh");
    expect_equal(
        a, b,
        gelu_tanh_feed_forward(a.x, parameter(a.fc_weight), parameter(a.fc_bias),
                               parameter(a.proj_weight), parameter(a.proj_bias), kEvaluation),
        at::addmm(b.proj_bias, inner, b.proj_weight));
  }
}

TEST(GeluTanhFeedForward, NotANumberStaysOne) {
  Leaves a = leaves(1.0);
  const at::Tensor x = at::full({9, 16}, std::numeric_limits<float>::quiet_NaN());
  EXPECT_TRUE(gelu_tanh_feed_forward(x, parameter(a.fc_weight), parameter(a.fc_bias),
                                     parameter(a.proj_weight), parameter(a.proj_bias), kEvaluation)
                  .isnan()
                  .all()
                  .item<bool>());
}

}  // namespace
}  // namespace trainyard
