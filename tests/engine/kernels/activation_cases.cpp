// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <numbers>

#include "tests/engine/kernels/cases.h"

namespace trainyard::kernels {

namespace {

constexpr float deviation = 3.0F, initial_gradient = 0.5F;

struct Shape {
  std::int64_t rows, width, offset;
};

std::string text_of(const Shape& s) {
  return std::to_string(s.rows) + "x" + std::to_string(s.width) + "+" + std::to_string(s.offset);
}

// The slope is a sum of two terms, which may nearly cancel; `size` is that of both.
struct ValueAndSlope {
  double value, slope, size;
};

ValueAndSlope value_and_slope(double x, double share, double second_term) {
  return {x * share, share + second_term, share + std::abs(second_term)};
}

ValueAndSlope silu(double x) {
  const double s = 1.0 / (1.0 + std::exp(-x));
  return value_and_slope(x, s, x * s * (1.0 - s));
}

// By the definition, and not by the identity that the kernel uses; only (1 + tanh z) / 2 is written
// without its cancellation.
ValueAndSlope gelu_reference(Gelu kind, double x) {
  if (kind == Gelu::erf)
    return value_and_slope(x, 0.5 * std::erfc(-x / std::numbers::sqrt2),
                           x * std::exp(-x * x / 2) / std::sqrt(2 * std::numbers::pi));
  const double root = std::sqrt(2 / std::numbers::pi), z = root * (x + 0.044715 * x * x * x),
               slope_of_z = root * (1 + 3 * 0.044715 * x * x), cosh = std::cosh(z);
  return value_and_slope(x, 1.0 / (1.0 + std::exp(-2 * z)), 0.5 * x / (cosh * cosh) * slope_of_z);
}

// Gate and up are halves of one matrix.
template <class Number>
void check_swiglu(const Table& table, const Shape& s) {
  const std::string name = "swiglu " + text_of(s);
  const std::int64_t stride = 2 * s.width;
  const Buffer<Number> inputs = normal_buffer<Number>(s.rows * stride, 1, deviation, s.offset),
                       d_product = normal_buffer<Number>(s.rows * s.width, 2, 1.0F, s.offset);
  Buffer<Number> product = unwritten_buffer<Number>(s.rows * s.width, s.offset),
                 gradients = unwritten_buffer<Number>(s.rows * stride, s.offset);
  const SwigluArguments forward{
      inputs.data(), inputs.data() + s.width, product.data(), s.rows, s.width, stride,
      s.width,       type_of<Number>};
  const SwigluBackwardArguments backward{inputs.data(),
                                         inputs.data() + s.width,
                                         d_product.data(),
                                         gradients.data(),
                                         gradients.data() + s.width,
                                         s.rows,
                                         s.width,
                                         stride,
                                         s.width,
                                         stride,
                                         type_of<Number>};
  expect_true(name + " is taken", table.swiglu(&forward, nullptr) == 0);
  expect_true(name + " backward is taken", table.swiglu_backward(&backward, nullptr) == 0);
  for (std::int64_t i = 0; i < s.rows * s.width; ++i) {
    const std::int64_t at = i / s.width * stride + i % s.width;
    const double gate = to_float(inputs[at]), up = to_float(inputs[at + s.width]),
                 d = to_float(d_product[i]);
    const ValueAndSlope wanted = silu(gate);
    const std::string place = name + " " + std::to_string(i);
    expect_number(place, product[i], wanted.value * up, 0.0);
    expect_number(place + " d_gate", gradients[at], d * up * wanted.slope,
                  std::abs(d * up) * wanted.size);
    expect_number(place + " d_up", gradients[at + s.width], d * wanted.value, 0.0);
  }
}

template <class Number>
void check_gelu(const Table& table, const Shape& s, Gelu kind) {
  const std::string name = std::string(kind == Gelu::tanh ? "gelu tanh " : "gelu ") + text_of(s);
  constexpr std::int64_t num_partial = 2;
  const Buffer<Number> x = normal_buffer<Number>(s.rows * s.width, 1, deviation, s.offset),
                       d = normal_buffer<Number>(s.rows * s.width, 2, 1.0F, s.offset);
  const Buffer<float> bias = normal_buffer<float>(s.width, 3);
  Buffer<Number> activation = unwritten_buffer<Number>(s.rows * s.width, s.offset), d_x = d;
  Buffer<float> d_bias(s.width), partial(num_partial * s.width);
  for (std::int64_t i = 0; i < s.width; ++i) d_bias[i] = initial_gradient;
  const BiasGeluArguments forward{x.data(), bias.data(), activation.data(), s.rows,
                                  s.width,  kind,        type_of<Number>};
  BiasGeluBackwardArguments backward{x.data(),      bias.data(),    d_x.data(),
                                     d_x.data(),  // in place
                                     d_bias.data(), partial.data(), s.rows,         s.width,
                                     num_partial,   kind,           type_of<Number>};
  expect_true(name + " is taken", table.bias_gelu(&forward, nullptr) == 0);
  expect_true(name + " backward is taken", table.bias_gelu_backward(&backward, nullptr) == 0);
  for (std::int64_t column = 0; column < s.width; ++column) {
    double sum = initial_gradient, magnitude = 1.0;
    for (std::int64_t row = 0; row < s.rows; ++row) {
      const std::int64_t i = row * s.width + column;
      const double u = to_float(x[i]) + static_cast<double>(bias[column]);
      const ValueAndSlope wanted = gelu_reference(kind, u);
      const std::string place = name + " " + std::to_string(i);
      // Far below 0 the value is the exponential of a large number that was rounded.
      const double rounded = 1.0 + std::abs(u * u * u) / 100;
      const double size = std::abs(to_float(d[i])) * wanted.size * rounded;
      expect_number(place, activation[i], wanted.value, std::abs(wanted.value) * rounded);
      expect_number(place + " d_x", d_x[i], to_float(d[i]) * wanted.slope, size);
      sum += to_float(d[i]) * wanted.slope;
      magnitude += size;
    }
    expect_near(name + " d_bias " + std::to_string(column), d_bias[column], sum, magnitude);
  }
  const Buffer<Number> with_bias = d_x;
  for (std::int64_t i = 0; i < d.size(); ++i) d_x[i] = d[i];
  backward.d_bias = backward.partial = nullptr;
  expect_true(name + " of a frozen bias is taken",
              table.bias_gelu_backward(&backward, nullptr) == 0);
  for (std::int64_t i = 0; i < d.size(); ++i)
    expect_true(name + " of a frozen bias is the same", to_float(d_x[i]) == to_float(with_bias[i]));
}

// Where exponentials overflow.
void check_far_away(const Table& table) {
  Buffer<float> x(2), bias(2), result = unwritten_buffer<float>(2);
  x[0] = -200.0F;
  x[1] = 200.0F;
  for (const Gelu kind : {Gelu::tanh, Gelu::erf}) {
    const BiasGeluArguments arguments{x.data(), bias.data(), result.data(),   1,
                                      2,        kind,        NumberType::fp32};
    expect_true("far away is taken", table.bias_gelu(&arguments, nullptr) == 0);
    expect_true("GELU is 0 far below", result[0] == 0.0F);
    expect_true("GELU is its input far above", result[1] == 200.0F);
  }
  const SwigluArguments arguments{x.data(), x.data(), result.data(), 1, 2, 2, 2, NumberType::fp32};
  expect_true("far away is taken", table.swiglu(&arguments, nullptr) == 0);
  expect_true("SiLU is 0 far below", result[0] == 0.0F);
  expect_true("SiLU is its input far above", result[1] == 40000.0F);
}

void check_refused(const Table& table) {
  const BiasGeluArguments forward{};
  expect_true("no width is refused", table.bias_gelu(&forward, nullptr) != 0);
  const SwigluArguments swiglu{};
  expect_true("no width is refused", table.swiglu(&swiglu, nullptr) != 0);
}

}  // namespace

std::vector<Case> activation_cases() {
  std::vector<Case> cases{{"activations_far_away", check_far_away},
                          {"activations_refused", check_refused}};
  const auto add = [&](const Shape& s, bool is_large = false) {
    cases.push_back({"activations_" + text_of(s),
                     [s](const Table& table) {
                       check_swiglu<Bf16>(table, s);
                       check_swiglu<float>(table, s);
                       for (const Gelu kind : {Gelu::tanh, Gelu::erf}) {
                         check_gelu<Bf16>(table, s, kind);
                         check_gelu<float>(table, s, kind);
                       }
                     },
                     is_large});
  };
  add({1, 1, 0});
  add({3, 31, 0}, true);
  add({3, 33, 1});
  add({5, 1000, 0}, true);
  add({2, 64, 3}, true);
  return cases;
}

}  // namespace trainyard::kernels
