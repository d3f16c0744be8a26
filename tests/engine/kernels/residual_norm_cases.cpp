// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include "tests/engine/kernels/cases.h"
#include "tests/engine/kernels/mask_reference.h"

namespace trainyard::kernels {

namespace {

constexpr double epsilon = 1e-5;
constexpr float initial_gradient = 0.5F;
constexpr double dropped_share = 0.25;

struct Shape {
  Norm norm;
  std::int64_t rows, width, offset;
  bool has_branch = true;
  std::int64_t num_partial = 2;
};

std::string text_of(const Shape& s) {
  return std::string(s.norm == Norm::rms ? "rms_" : "layer_") + std::to_string(s.rows) + "x" +
         std::to_string(s.width) + "+" + std::to_string(s.offset) +
         (s.has_branch ? "" : "_without_branch");
}

// What both passes read and write.
template <class Branch, class Normalized>
struct Tensors {
  explicit Tensors(const Shape& s)
      : residual(normal_buffer<float>(s.rows * s.width, 1, 1.0F, s.offset)),
        branch(normal_buffer<Branch>(s.rows * s.width, 2, 2.0F, s.offset)),
        weight(normal_buffer<float>(s.width, 3)),
        bias(normal_buffer<float>(s.width, 4)),
        sum(unwritten_buffer<float>(s.rows * s.width, s.offset)),
        normalized(unwritten_buffer<Normalized>(s.rows * s.width, s.offset)),
        mean(unwritten_buffer<float>(s.rows)),
        inverse(unwritten_buffer<float>(s.rows)),
        masks(s.rows, dropped_share) {
    for (std::int64_t i = 0; i < s.rows * s.width; ++i) residual[i] += 3.0F;
  }

  Buffer<float> residual;
  Buffer<Branch> branch;
  Buffer<float> weight, bias, sum;
  Buffer<Normalized> normalized;
  Buffer<float> mean, inverse;
  MaskReference masks;
};

// A row's sums in fp64, and what their norm is.
struct RowNorm {
  std::vector<double> values;
  double mean = 0.0, inverse = 0.0;
};

template <class Branch, class Normalized>
RowNorm row_norm(const Tensors<Branch, Normalized>& x, std::int64_t row, const Shape& s) {
  RowNorm norm;
  for (std::int64_t i = 0; i < s.width; ++i) {
    const std::int64_t at = row * s.width + i;
    const double branch =
        s.has_branch ? x.masks.factor(row, i, s.width) * to_float(x.branch[at]) : 0.0;
    norm.values.push_back(x.residual[at] + branch);
  }
  const auto width = static_cast<double>(s.width);
  if (s.norm == Norm::layer)
    for (const double value : norm.values) norm.mean += value / width;
  double square = 0.0;
  for (const double value : norm.values)
    square += (value - norm.mean) * (value - norm.mean) / width;
  norm.inverse = 1.0 / std::sqrt(square + epsilon);
  return norm;
}

float weight_offset(const Shape& s) { return s.norm == Norm::rms ? 1.0F : 0.0F; }

// A weight near -1 and the offset leave less than either.
double weight_size(float weight, const Shape& s) { return std::abs(weight) + weight_offset(s); }

template <class Branch, class Normalized>
void check_forward(const Table& table, const Shape& s, Tensors<Branch, Normalized>& x) {
  const bool is_layer = s.norm == Norm::layer;
  const ResidualNormArguments arguments{.residual = x.residual.data(),
                                        .branch = s.has_branch ? x.branch.data() : nullptr,
                                        .sum = s.has_branch ? x.sum.data() : nullptr,
                                        .normalized = x.normalized.data(),
                                        .mean = x.mean.data(),
                                        .inverse_deviation = x.inverse.data(),
                                        .weight = x.weight.data(),
                                        .bias = is_layer ? x.bias.data() : nullptr,
                                        .mask = x.masks.mask,
                                        .rows = s.rows,
                                        .width = s.width,
                                        .epsilon = epsilon,
                                        .weight_offset = weight_offset(s),
                                        .norm = s.norm,
                                        .branch_type = type_of<Branch>,
                                        .normalized_type = type_of<Normalized>};
  expect_true("a norm is taken", table.residual_norm(&arguments, nullptr) == 0);
  if (!s.has_branch) x.sum = x.residual;
  for (std::int64_t row = 0; row < s.rows; ++row) {
    const RowNorm wanted = row_norm(x, row, s);
    const std::string name = text_of(s) + " row " + std::to_string(row);
    expect_near(name + " inverse deviation", x.inverse[row], wanted.inverse, 0.0);
    if (is_layer) expect_near(name + " mean", x.mean[row], wanted.mean, 1.0);
    for (std::int64_t i = 0; i < s.width; ++i) {
      const std::int64_t at = row * s.width + i;
      const double value = wanted.values[static_cast<std::size_t>(i)],
                   weight = x.weight[i] + weight_offset(s), bias = is_layer ? x.bias[i] : 0.0,
                   scale = wanted.inverse * weight;
      expect_near(name + " sum " + std::to_string(i), x.sum[at], value, x.residual[at]);
      expect_number(name + " normalized " + std::to_string(i), x.normalized[at],
                    (value - wanted.mean) * scale + bias,
                    wanted.inverse * weight_size(x.weight[i], s) *
                            (std::abs(x.residual[at]) + std::abs(value - x.residual[at]) +
                             std::abs(wanted.mean)) +
                        std::abs(bias));
    }
  }
}

// The gradients of a backward pass, and what they begin with.
template <class Branch, class Normalized>
struct Gradients {
  explicit Gradients(const Shape& s)
      : d_normalized(normal_buffer<Normalized>(s.rows * s.width, 5, 1.0F, s.offset)),
        d_sum(normal_buffer<float>(s.rows * s.width, 6, 1.0F, s.offset)),
        d_residual(d_sum),
        d_branch(unwritten_buffer<Branch>(s.rows * s.width, s.offset)),
        d_weight(s.width),
        d_bias(s.width),
        partial(s.num_partial * s.width * (s.norm == Norm::layer ? 2 : 1)) {
    for (std::int64_t i = 0; i < s.width; ++i) d_weight[i] = d_bias[i] = initial_gradient;
  }
  Buffer<Normalized> d_normalized;
  Buffer<float> d_sum, d_residual;
  Buffer<Branch> d_branch;
  Buffer<float> d_weight, d_bias, partial;
};

template <class Branch, class Normalized>
void expect_gradients(const Shape& s, const Tensors<Branch, Normalized>& x,
                      const Gradients<Branch, Normalized>& g) {
  const auto size = static_cast<std::size_t>(s.width);
  std::vector<double> d_weight(size), d_bias(size), of_weight(size), of_bias(size);
  for (std::int64_t row = 0; row < s.rows; ++row) {
    const RowNorm norm = row_norm(x, row, s);
    const std::string name = text_of(s) + " row " + std::to_string(row) + " ";
    double product = 0.0, average = 0.0;
    const auto n = [&](std::int64_t i) {
      return (norm.values[static_cast<std::size_t>(i)] - norm.mean) * norm.inverse;
    };
    const auto d_n = [&](std::int64_t i) {
      return to_float(g.d_normalized[row * s.width + i]) *
             static_cast<double>(x.weight[i] + weight_offset(s));
    };
    for (std::int64_t i = 0; i < s.width; ++i) {
      product += d_n(i) * n(i) / static_cast<double>(s.width);
      average += d_n(i) / static_cast<double>(s.width);
    }
    if (s.norm == Norm::rms) average = 0.0;
    for (std::int64_t i = 0; i < s.width; ++i) {
      const std::int64_t at = row * s.width + i;
      const auto k = static_cast<std::size_t>(i);
      const double d_y = to_float(g.d_normalized[at]), factor = x.masks.factor(row, i, s.width),
                   wanted = norm.inverse * (d_n(i) - n(i) * product - average) + g.d_sum[at],
                   magnitude = norm.inverse * (std::abs(d_y) * weight_size(x.weight[i], s) +
                                               std::abs(n(i) * product) + std::abs(average)) +
                               std::abs(g.d_sum[at]);
      expect_near(name + "d_residual " + std::to_string(i), g.d_residual[at], wanted, magnitude);
      if (s.has_branch)
        expect_number(name + "d_branch " + std::to_string(i), g.d_branch[at], wanted * factor,
                      magnitude * factor);
      d_weight[k] += d_y * n(i);
      d_bias[k] += d_y;
      of_weight[k] += std::abs(d_y * n(i));
      of_bias[k] += std::abs(d_y);
    }
  }
  for (std::int64_t i = 0; i < s.width; ++i) {
    const auto k = static_cast<std::size_t>(i);
    const std::string name = text_of(s) + " column " + std::to_string(i);
    expect_near(name + " d_weight", g.d_weight[i], d_weight[k] + initial_gradient,
                of_weight[k] + 1.0);
    if (s.norm == Norm::layer)
      expect_near(name + " d_bias", g.d_bias[i], d_bias[k] + initial_gradient, of_bias[k] + 1.0);
  }
}

template <class Branch, class Normalized>
void check(const Table& table, const Shape& s) {
  Tensors<Branch, Normalized> x(s);
  check_forward(table, s, x);
  Gradients<Branch, Normalized> g(s);
  const bool is_layer = s.norm == Norm::layer;
  ResidualNormBackwardArguments arguments{.d_normalized = g.d_normalized.data(),
                                          .d_sum = g.d_residual.data(),  // in place
                                          .sum = x.sum.data(),
                                          .mean = x.mean.data(),
                                          .inverse_deviation = x.inverse.data(),
                                          .weight = x.weight.data(),
                                          .d_residual = g.d_residual.data(),
                                          .d_branch = s.has_branch ? g.d_branch.data() : nullptr,
                                          .d_weight = g.d_weight.data(),
                                          .d_bias = is_layer ? g.d_bias.data() : nullptr,
                                          .partial = g.partial.data(),
                                          .mask = x.masks.mask,
                                          .rows = s.rows,
                                          .width = s.width,
                                          .num_partial = s.num_partial,
                                          .weight_offset = weight_offset(s),
                                          .norm = s.norm,
                                          .branch_type = type_of<Branch>,
                                          .normalized_type = type_of<Normalized>};
  expect_true("a gradient is taken", table.residual_norm_backward(&arguments, nullptr) == 0);
  expect_gradients(s, x, g);

  // A frozen norm, whose input has no other gradient, either.
  Buffer<float> alone = unwritten_buffer<float>(s.rows * s.width, s.offset);
  arguments.d_sum = nullptr;
  arguments.d_residual = alone.data();
  arguments.d_weight = arguments.d_bias = arguments.partial = nullptr;
  expect_true("a frozen norm is taken", table.residual_norm_backward(&arguments, nullptr) == 0);
  for (std::int64_t i = 0; i < alone.size(); ++i)
    expect_near(text_of(s) + " frozen " + std::to_string(i), alone[i] + g.d_sum[i], g.d_residual[i],
                std::abs(g.d_sum[i]) + std::abs(alone[i]));
}

void check_refused(const Table& table) {
  ResidualNormArguments forward{};
  expect_true("no width is refused", table.residual_norm(&forward, nullptr) != 0);
  ResidualNormBackwardArguments backward{};
  backward.width = 1 << 20;
  backward.num_partial = 1;
  float gradient = 0.0F;
  backward.d_weight = &gradient;
  expect_true("what has no room is refused", table.residual_norm_backward(&backward, nullptr) != 0);
}

}  // namespace

std::vector<Case> residual_norm_cases() {
  std::vector<Case> cases{{"residual_norm_refused", check_refused}};
  const auto add = [&](Shape s, bool is_large = false) {
    for (const Norm norm : {Norm::rms, Norm::layer}) {
      s.norm = norm;
      cases.push_back({"residual_norm_" + text_of(s),
                       [s](const Table& table) {
                         check<Bf16, Bf16>(table, s);
                         check<float, float>(table, s);
                         check<Bf16, float>(table, s);
                         check<float, Bf16>(table, s);
                       },
                       is_large});
    }
  };
  add({{}, 1, 1, 0});
  add({{}, 5, 31, 0});
  add({{}, 3, 33, 1});
  add({{}, 3, 1000, 0}, true);
  add({{}, 3, 96, 1});
  add({{}, 2, 64, 0, /*has_branch=*/false});
  add({{}, 9, 4096, 0}, true);
  return cases;
}

}  // namespace trainyard::kernels
