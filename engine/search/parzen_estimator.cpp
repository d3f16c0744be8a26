// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/search/parzen_estimator.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <numeric>

#include "engine/search/truncated_normal.h"

namespace trainyard::search {
namespace {

constexpr double kPriorWeight = 1;
constexpr std::size_t kFullWeights = 25;   // the newest observations
constexpr double kSharedWidth = 0.2;       // of the range
constexpr double kNarrowestKernels = 100;  // a kernel has at least this part of the range
const double kLogRootTwoPi = 0.5 * std::log(2 * std::numbers::pi);

// On the kernels' scale.
double kernel_scale(const Distribution& distribution, double number) {
  return distribution.log ? std::log(number) : number;
}

// The farther neighbour of each center, including the bounds; of the outermost ones the inner one.
std::vector<double> neighbour_widths(const std::vector<double>& centers, double low, double high) {
  std::vector<std::size_t> order(centers.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return centers[i]; });
  std::vector<double> widths(centers.size());
  for (std::size_t place = 0; place < order.size(); ++place) {
    const bool is_first = place == 0, is_last = place + 1 == order.size();
    const double center = centers[order[place]];
    const double left = center - (is_first ? low : centers[order[place - 1]]);
    const double right = (is_last ? high : centers[order[place + 1]]) - center;
    double width = std::max(left, right);
    if (order.size() > 1 && is_first) width = right;
    if (order.size() > 1 && is_last) width = left;
    widths[order[place]] = width;
  }
  return widths;
}

std::vector<double> column_of(const std::vector<std::vector<double>>& rows, std::size_t column) {
  std::vector<double> out;
  out.reserve(rows.size());
  for (const auto& row : rows) out.push_back(row[column]);
  return out;
}

void normalize(std::vector<double>& weights) {
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  for (double& weight : weights) weight /= sum;
}

// log of the sum of the exponentials
double log_sum(const std::vector<double>& logs) {
  const double largest = *std::ranges::max_element(logs);
  if (largest == -std::numeric_limits<double>::infinity()) return largest;
  double sum = 0;
  for (const double each : logs) sum += std::exp(each - largest);
  return std::log(sum) + largest;
}

// The index whose cumulated weight is the first above `share` of the sum.
std::size_t index_at(const std::vector<double>& cumulated, double share) {
  const auto found = std::ranges::upper_bound(cumulated, share * cumulated.back());
  const auto last = static_cast<std::ptrdiff_t>(cumulated.size()) - 1;
  return static_cast<std::size_t>(std::min(found - cumulated.begin(), last));
}

std::vector<double> cumulated(const std::vector<double>& weights) {
  std::vector<double> sums(weights.size());
  std::partial_sum(weights.begin(), weights.end(), sums.begin());
  return sums;
}

}  // namespace

std::vector<double> observation_weights(std::size_t count) {
  std::vector<double> weights(count, 1.0);
  if (count <= kFullWeights) return weights;
  // A ramp from 1 / count to 1, both included.
  const std::size_t ramp = count - kFullWeights;
  const double first = 1 / static_cast<double>(count);
  for (std::size_t i = 0; i < ramp; ++i)
    weights[i] =
        ramp == 1 ? first
                  : first + static_cast<double>(i) * ((1 - first) / static_cast<double>(ramp - 1));
  return weights;
}

ParzenEstimator::ParzenEstimator(std::vector<Distribution> distributions,
                                 const std::vector<std::vector<double>>& observations,
                                 Bandwidth bandwidth) {
  weights_ = observation_weights(observations.size());
  weights_.push_back(kPriorWeight);
  normalize(weights_);
  dimensions_.resize(distributions.size());
  for (std::size_t i = 0; i < distributions.size(); ++i) {
    Dimension& dimension = dimensions_[i];
    dimension.distribution = std::move(distributions[i]);
    std::vector<double> numbers = column_of(observations, i);
    if (dimension.distribution.kind == DistributionKind::categorical) {
      add_choices(dimension, numbers);
      continue;
    }
    const double half = dimension.distribution.step.value_or(0) / 2;
    dimension.low = kernel_scale(dimension.distribution, dimension.distribution.low - half);
    dimension.high = kernel_scale(dimension.distribution, dimension.distribution.high + half);
    for (double& number : numbers) number = kernel_scale(dimension.distribution, number);
    std::vector<double> sigmas = widths(dimension, numbers, bandwidth);
    add_numbers(dimension, std::move(numbers), std::move(sigmas));
  }
  for (const double weight : weights_) log_weights_.push_back(std::log(weight));
  cumulated_weights_ = cumulated(weights_);
}

ParzenEstimator::ParzenEstimator(Distribution distribution, const std::vector<double>& observations,
                                 std::vector<double> weights, double sigma)
    : dimensions_(1), weights_(std::move(weights)) {
  weights_.push_back(kPriorWeight);
  normalize(weights_);
  Dimension& dimension = dimensions_.front();
  dimension.distribution = std::move(distribution);
  if (dimension.distribution.kind == DistributionKind::categorical) {
    add_choices(dimension, observations);
  } else {
    const double half = dimension.distribution.step.value_or(0) / 2;
    dimension.low = dimension.distribution.low - half;
    dimension.high = dimension.distribution.high + half;
    add_numbers(dimension, observations, std::vector<double>(observations.size(), sigma));
  }
  for (const double weight : weights_) log_weights_.push_back(std::log(weight));
  cumulated_weights_ = cumulated(weights_);
}

std::vector<double> ParzenEstimator::widths(const Dimension& dimension,
                                            const std::vector<double>& centers,
                                            Bandwidth bandwidth) const {
  const double range = dimension.high - dimension.low;
  const auto count = static_cast<double>(centers.size());
  const auto parameters = static_cast<double>(dimensions_.size());
  std::vector<double> widths =
      bandwidth == Bandwidth::neighbours
          ? neighbour_widths(centers, dimension.low, dimension.high)
          : std::vector<double>(
                centers.size(),
                kSharedWidth * std::pow(std::max(count, 1.0), -1 / (parameters + 4)) * range);
  // Few kernels stay wide: with n observations and the prior, at least a part of n + 2.
  const double narrowest = range / std::min(kNarrowestKernels, count + 2);
  for (double& width : widths) width = std::clamp(width, narrowest, range);
  return widths;
}

void ParzenEstimator::add_numbers(Dimension& dimension, std::vector<double> centers,
                                  std::vector<double> sigmas) {
  centers.push_back(0.5 * (dimension.low + dimension.high));
  sigmas.push_back(dimension.high - dimension.low);
  dimension.centers = std::move(centers);
  dimension.sigmas = std::move(sigmas);
  std::map<std::pair<double, double>, std::size_t> known;
  for (std::size_t i = 0; i < dimension.centers.size(); ++i) {
    const double center = dimension.centers[i], sigma = dimension.sigmas[i];
    const auto [equal, is_new] = known.try_emplace({center, sigma}, i);
    dimension.equals.push_back(equal->second);
    if (!is_new) {
      dimension.log_scales.push_back(dimension.log_scales[equal->second]);
      continue;
    }
    const double log_mass =
        log_normal_mass((dimension.low - center) / sigma, (dimension.high - center) / sigma);
    // The density of a number without a step has the normal distribution's factors, too.
    const bool is_continuous = !dimension.distribution.step;
    dimension.log_scales.push_back(-log_mass -
                                   (is_continuous ? kLogRootTwoPi + std::log(sigma) : 0));
  }
}

void ParzenEstimator::add_choices(Dimension& dimension, const std::vector<double>& observations) {
  const std::size_t choices = dimension.distribution.choices.size();
  const double prior = kPriorWeight / static_cast<double>(observations.size() + 1);
  dimension.choice_weights.assign(observations.size() + 1, std::vector<double>(choices, prior));
  for (std::size_t i = 0; i < observations.size(); ++i)
    dimension.choice_weights[i][static_cast<std::size_t>(observations[i])] += 1;
  for (auto& weights : dimension.choice_weights) normalize(weights);
}

double ParzenEstimator::sample_number(const Dimension& dimension, std::size_t kernel,
                                      RandomStream& random) const {
  const double share = random.uniform();
  if (dimension.distribution.kind == DistributionKind::categorical)
    return static_cast<double>(index_at(cumulated(dimension.choice_weights[kernel]), share));
  const double center = dimension.centers[kernel], sigma = dimension.sigmas[kernel];
  double number =
      center + sigma * truncated_normal_quantile(share, (dimension.low - center) / sigma,
                                                 (dimension.high - center) / sigma);
  if (dimension.distribution.log) number = std::exp(number);
  return aligned(dimension.distribution, number);
}

std::vector<double> ParzenEstimator::sample(RandomStream& random) const {
  const std::size_t kernel = index_at(cumulated_weights_, random.uniform());
  std::vector<double> numbers;
  numbers.reserve(dimensions_.size());
  for (const Dimension& dimension : dimensions_)
    numbers.push_back(sample_number(dimension, kernel, random));
  return numbers;
}

std::vector<double> ParzenEstimator::kernel_log_densities(const Dimension& dimension,
                                                          double number) const {
  const Distribution& distribution = dimension.distribution;
  std::vector<double> logs(weights_.size());
  if (distribution.kind == DistributionKind::categorical) {
    for (std::size_t i = 0; i < logs.size(); ++i)
      logs[i] = std::log(dimension.choice_weights[i][static_cast<std::size_t>(number)]);
    return logs;
  }
  if (!distribution.step) {
    const double place = kernel_scale(distribution, number);
    for (std::size_t i = 0; i < logs.size(); ++i) {
      const double distance = (place - dimension.centers[i]) / dimension.sigmas[i];
      logs[i] = dimension.log_scales[i] - 0.5 * distance * distance;
    }
    return logs;
  }
  // The probability of what is rounded to this number.
  const double half = *distribution.step / 2;
  const double from = std::max(kernel_scale(distribution, number - half), dimension.low);
  const double to = std::min(kernel_scale(distribution, number + half), dimension.high);
  for (std::size_t i = 0; i < logs.size(); ++i) {
    const std::size_t equal = dimension.equals[i];
    if (equal < i) {
      logs[i] = logs[equal];
      continue;
    }
    const double center = dimension.centers[i], sigma = dimension.sigmas[i];
    logs[i] =
        dimension.log_scales[i] + log_normal_mass((from - center) / sigma, (to - center) / sigma);
  }
  return logs;
}

double ParzenEstimator::log_density(std::span<const double> numbers) const {
  return log_densities({{numbers.begin(), numbers.end()}}).front();
}

std::vector<double> ParzenEstimator::log_densities(
    const std::vector<std::vector<double>>& rows) const {
  std::vector<std::vector<double>> sums(rows.size(), log_weights_);
  for (std::size_t i = 0; i < dimensions_.size(); ++i) {
    std::map<double, std::vector<double>> known;
    for (std::size_t row = 0; row < rows.size(); ++row) {
      const auto [place, is_new] = known.try_emplace(rows[row][i]);
      if (is_new) place->second = kernel_log_densities(dimensions_[i], rows[row][i]);
      for (std::size_t kernel = 0; kernel < weights_.size(); ++kernel)
        sums[row][kernel] += place->second[kernel];
    }
  }
  std::vector<double> logs;
  for (const auto& each : sums) logs.push_back(log_sum(each));
  return logs;
}

}  // namespace trainyard::search
