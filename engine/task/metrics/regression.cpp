// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/task/metrics/regression.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "engine/task/metrics/ranks.h"

namespace trainyard {
namespace {

std::optional<double> if_finite(double value) {
  if (!std::isfinite(value)) return std::nullopt;
  return value;
}

bool is_any_nan(std::span<const double> values) {
  return std::ranges::any_of(values, [](double value) { return std::isnan(value); });
}

// The values minus their mean, normalized to length 1; empty if all are equal.
std::vector<double> direction_of(std::span<const double> values) {
  if (std::ranges::all_of(values, [&](double value) { return value == values[0]; })) return {};
  const auto size = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / size;
  std::vector<double> direction;
  double largest = 0;
  for (const double value : values) {
    direction.push_back(value - mean);
    largest = std::max(largest, std::abs(direction.back()));
  }
  // Divides by the largest first: squares of very large or very small values would overflow or
  // underflow.
  for (double& value : direction) value /= largest;
  const double length =
      std::sqrt(std::inner_product(direction.begin(), direction.end(), direction.begin(), 0.0));
  for (double& value : direction) value /= length;
  return direction;
}

}  // namespace

std::optional<double> mean_squared_error(std::span<const double> predictions,
                                         std::span<const double> targets) {
  double sum = 0;
  for (std::size_t i = 0; i < targets.size(); ++i)
    sum += (predictions[i] - targets[i]) * (predictions[i] - targets[i]);
  return if_finite(sum / static_cast<double>(targets.size()));
}

std::optional<double> pearson_correlation(std::span<const double> predictions,
                                          std::span<const double> targets) {
  const std::vector<double> a = direction_of(predictions), b = direction_of(targets);
  if (a.empty() || b.empty()) return std::nullopt;
  const double correlation = std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
  return if_finite(std::clamp(correlation, -1.0, 1.0));
}

std::optional<double> spearman_correlation(std::span<const double> predictions,
                                           std::span<const double> targets) {
  if (is_any_nan(predictions) || is_any_nan(targets)) return std::nullopt;
  return pearson_correlation(average_ranks(predictions), average_ranks(targets));
}

}  // namespace trainyard
