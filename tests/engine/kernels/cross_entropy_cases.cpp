// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <limits>

#include "tests/engine/kernels/cases.h"

namespace trainyard::kernels {

namespace {

constexpr std::int64_t ignored = -100;
constexpr float scale = 0.25F;

struct Shape {
  std::int64_t rows, vocabulary, stride, offset;
};

std::string text_of(const Shape& s) {
  return std::to_string(s.rows) + "x" + std::to_string(s.vocabulary) + "+" +
         std::to_string(s.offset);
}

CrossEntropyArguments arguments_for(const Shape& s, const Buffer<std::int64_t>& targets,
                                    Buffer<float>& losses) {
  return {.targets = targets.data(),
          .losses = losses.data(),
          .rows = s.rows,
          .vocabulary = s.vocabulary,
          .stride = s.stride,
          .ignored_target = ignored,
          .gradient_scale = scale,
          .writes_gradient = true};
}

template <class Number>
void expect_row(const std::string& name, const Number* found, const Number* before,
                std::int64_t target, float loss, std::int64_t vocabulary) {
  const bool is_ignored = target == ignored;
  double largest = -1e300, sum = 0;
  for (std::int64_t i = 0; i < vocabulary; ++i)
    largest = std::max(largest, static_cast<double>(to_float(before[i])));
  for (std::int64_t i = 0; i < vocabulary; ++i) sum += std::exp(to_float(before[i]) - largest);
  const double of_target = is_ignored ? 0.0 : to_float(before[target]);
  expect_near(name + " loss", loss, is_ignored ? 0.0 : largest + std::log(sum) - of_target,
              std::abs(largest) + std::abs(of_target));
  for (std::int64_t i = 0; i < vocabulary; ++i) {
    const double probability = std::exp(to_float(before[i]) - largest) / sum;
    const double wanted = is_ignored ? 0.0 : (probability - (i == target)) * scale;
    expect_number(name + " gradient " + std::to_string(i), found[i], wanted,
                  i == target ? scale : 0.0);
  }
}

template <class Number>
void check(const Table& table, const Shape& s) {
  const std::string name = "cross entropy " + text_of(s);
  Buffer<Number> logits = normal_buffer<Number>(s.rows * s.stride, 3, 4.0F, s.offset);
  const Buffer<Number> before = logits;
  Buffer<std::int64_t> targets(s.rows);
  for (std::int64_t row = 0; row < s.rows; ++row)
    targets[row] = row % 5 == 4 ? ignored : (row * 7919 + s.vocabulary - 1) % s.vocabulary;
  Buffer<float> losses = unwritten_buffer<float>(s.rows);
  CrossEntropyArguments arguments = arguments_for(s, targets, losses);
  arguments.logits = logits.data();
  arguments.type = type_of<Number>;

  Buffer<float> only_losses = unwritten_buffer<float>(s.rows);
  CrossEntropyArguments without_gradient = arguments;
  without_gradient.losses = only_losses.data();
  without_gradient.writes_gradient = false;
  expect_true(name + " is taken", table.cross_entropy(&without_gradient, nullptr) == 0);
  for (std::int64_t i = 0; i < logits.size(); ++i)
    expect_true(name + " keeps logits", to_float(logits[i]) == to_float(before[i]));

  expect_true(name + " is taken", table.cross_entropy(&arguments, nullptr) == 0);
  for (std::int64_t row = 0; row < s.rows; ++row) {
    const std::string of_row = name + " row " + std::to_string(row);
    expect_row(of_row, logits.data() + row * s.stride, before.data() + row * s.stride, targets[row],
               losses[row], s.vocabulary);
    expect_true(of_row + " has the same loss without its gradient",
                losses[row] == only_losses[row]);
    for (std::int64_t i = row * s.stride + s.vocabulary; i < (row + 1) * s.stride; ++i)
      expect_true(of_row + " ends in front of its padding",
                  to_float(logits[i]) == to_float(before[i]));
  }
}

// Targets that do not exist, logits of minus infinity and those that are not numbers.
void check_odd_values(const Table& table) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  const Shape s{4, 33, 33, 0};
  Buffer<float> logits = normal_buffer<float>(s.rows * s.stride, 5);
  Buffer<std::int64_t> targets(s.rows);
  targets[0] = s.vocabulary;
  targets[1] = -1;
  for (std::int64_t i = 0; i < s.vocabulary; ++i)
    if (i != 7) logits[2 * s.stride + i] = -infinity;
  targets[2] = 7;
  logits[3 * s.stride + 20] = NAN;
  Buffer<float> losses = unwritten_buffer<float>(s.rows);
  CrossEntropyArguments arguments = arguments_for(s, targets, losses);
  arguments.logits = logits.data();
  expect_true("odd values are taken", table.cross_entropy(&arguments, nullptr) == 0);
  for (const std::int64_t row : {0, 1, 3}) {
    expect_true("a loss of such a row is NaN", std::isnan(losses[row]));
    for (std::int64_t i = 0; i < s.vocabulary; ++i)
      expect_true("a gradient of such a row is NaN", std::isnan(logits[row * s.stride + i]));
  }
  expect_near("the loss of a certain word", losses[2], 0.0, 1.0);
  for (std::int64_t i = 0; i < s.vocabulary; ++i)
    expect_near("the gradient of a certain word", logits[2 * s.stride + i], 0.0, 1.0);
}

void check_refused(const Table& table) {
  const Shape s{1, 8, 8, 0};
  Buffer<float> losses(1);
  const Buffer<std::int64_t> targets(1);
  const CrossEntropyArguments right = arguments_for(s, targets, losses);
  CrossEntropyArguments wrong = right;
  wrong.vocabulary = 0;
  expect_true("no words are refused", table.cross_entropy(&wrong, nullptr) != 0);
  wrong = right;
  wrong.stride = 7;
  expect_true("rows that overlap are refused", table.cross_entropy(&wrong, nullptr) != 0);
  wrong = right;
  wrong.rows = 0;
  expect_true("no rows are right", table.cross_entropy(&wrong, nullptr) == 0);
}

}  // namespace

std::vector<Case> cross_entropy_cases() {
  std::vector<Case> cases;
  const auto add = [&](const Shape& s, bool is_large = false) {
    cases.push_back({"cross_entropy_" + text_of(s),
                     [s](const Table& table) {
                       check<Bf16>(table, s);
                       check<float>(table, s);
                     },
                     is_large});
  };
  for (const std::int64_t vocabulary : {1, 31, 33}) add({2, vocabulary, vocabulary, 1});
  add({6, 1000, 1000, 0}, true);
  add({3, 1003, 1008, 3});
  add({3, 50257, 50257, 0}, true);
  cases.push_back({"cross_entropy_odd_values", check_odd_values});
  cases.push_back({"cross_entropy_refused", check_refused});
  return cases;
}

}  // namespace trainyard::kernels
