#include "engine/model/layer_functions.h"

#include <gtest/gtest.h>

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

TEST(Linear, EqualsAddmm) {
  const Leaves a = leaves(1.0), b = leaves(1.0);
  const auto both = [](const Leaves& l, const auto& product) {
    return product(product(l.x, l.fc_weight, l.fc_bias), l.proj_weight, l.proj_bias);
  };
  expect_equal(a, b, both(a, linear),
               both(b, [](const at::Tensor& x, const at::Tensor& w, const at::Tensor& c) {
                 return at::addmm(c, x, w);
               }));
}

TEST(GeluTanhFeedForward, EqualsThePlainExpressionAlsoFarFromZero) {
  for (const double scale : {0.01, 1.0, 30.0}) {
    const Leaves a = leaves(scale), b = leaves(scale);
    const at::Tensor inner = at::gelu(at::addmm(b.fc_bias, b.x, b.fc_weight), "tanh");
    expect_equal(a, b,
                 gelu_tanh_feed_forward(a.x, a.fc_weight, a.fc_bias, a.proj_weight, a.proj_bias),
                 at::addmm(b.proj_bias, inner, b.proj_weight));
  }
}

TEST(GeluTanhFeedForward, NotANumberStaysOne) {
  Leaves a = leaves(1.0);
  const at::Tensor x = at::full({9, 16}, std::numeric_limits<float>::quiet_NaN());
  EXPECT_TRUE(gelu_tanh_feed_forward(x, a.fc_weight, a.fc_bias, a.proj_weight, a.proj_bias)
                  .isnan()
                  .all()
                  .item<bool>());
}

TEST(Linear, ParametersThatKeepNoGradientGoThePlainWay) {
  const at::Tensor x = at::ones({2, 3}), weight = at::ones({3, 4}).requires_grad_(true),
                   bias = at::zeros({4}).requires_grad_(true);
  linear(x, weight, bias).sum().backward();
  EXPECT_TRUE(weight.grad().equal(at::full({3, 4}, 2.0)));
}

}  // namespace
}  // namespace trainyard
