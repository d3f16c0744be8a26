// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/search/importance.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/search/parzen_estimator.h"

namespace trainyard::search {
namespace {

constexpr std::int64_t kGridSteps = 50;     // of the range of a number
constexpr std::size_t kFewestTrials = 2;    // that have a parameter, or the study
constexpr double kSmallestDensity = 1e-12;  // added, so that a quotient is defined

using Trials = std::vector<const Trial*>;

bool has_value_of(const Trial& trial, const Parameter& parameter) {
  const Value* value = find(trial.values, parameter.path);
  return value && number_of(parameter.distribution, *value);
}

// The trials whose loss is at most that of the last one of the share.
Trials best_trials(const Trials& trials, SearchDirection direction, double share) {
  std::vector<double> losses;
  for (const Trial* trial : trials) losses.push_back(loss_of(*trial->value, direction));
  std::ranges::sort(losses);
  const double count = std::ceil(share * static_cast<double>(losses.size()));
  const double limit = losses[static_cast<std::size_t>(count) - 1];
  Trials best;
  for (const Trial* trial : trials)
    if (loss_of(*trial->value, direction) <= limit) best.push_back(trial);
  return best;
}

std::int64_t grid_steps(const Distribution& distribution) {
  const double range = distribution.high - distribution.low;
  if (distribution.kind == DistributionKind::integer && distribution.log)
    return std::min(static_cast<std::int64_t>(std::ceil(std::log(range + 1) / std::log(2.0))) + 1,
                    kGridSteps);
  if (!distribution.step) return kGridSteps;
  return std::min(static_cast<std::int64_t>(std::nearbyint(range / *distribution.step)) + 1,
                  kGridSteps);
}

// How many trials have each choice, or are nearest to each point of a grid over the range.
std::vector<double> grid_counts(const Parameter& parameter, const Trials& trials) {
  const Distribution& distribution = parameter.distribution;
  const bool is_choice = distribution.kind == DistributionKind::categorical;
  const std::int64_t steps =
      is_choice ? std::ssize(distribution.choices) : grid_steps(distribution);
  const auto scale = [&](double number) { return distribution.log ? std::log(number) : number; };
  const double low = is_choice ? 0 : scale(distribution.low);
  const double width =
      is_choice ? 1 : (scale(distribution.high) - low) / static_cast<double>(steps - 1);
  std::vector<double> counts(static_cast<std::size_t>(steps), 0.0);
  for (const Trial* trial : trials) {
    const double own = number_of(distribution, *find(trial->values, parameter.path)).value_or(0);
    const double number = is_choice ? own : scale(own);
    // In the middle between two points, it is the lower one's.
    const double place = is_choice ? number : std::ceil((number - low) / width - 0.5);
    const auto point = std::clamp<std::int64_t>(static_cast<std::int64_t>(place), 0, steps - 1);
    counts[static_cast<std::size_t>(point)] += 1;
  }
  return counts;
}

// Scott's rule for the width of kernels on the grid.
double scott_width(const std::vector<double>& points, const std::vector<double>& counts) {
  const double trials = std::accumulate(counts.begin(), counts.end(), 0.0);
  double mean = 0, squares = 0;
  for (std::size_t i = 0; i < points.size(); ++i) mean += points[i] * (counts[i] / trials);
  for (std::size_t i = 0; i < points.size(); ++i)
    squares += (points[i] - mean) * (points[i] - mean) * counts[i];
  const double deviation = std::sqrt(squares / std::max(1.0, trials - 1));
  std::vector<double> sums(counts.size());
  std::partial_sum(counts.begin(), counts.end(), sums.begin());
  const auto quarter = std::ranges::lower_bound(sums, std::floor(trials / 4)) - sums.begin();
  const auto three_quarters =
      std::min(std::ranges::upper_bound(sums, std::floor(trials * 3 / 4)) - sums.begin(),
               std::ssize(points) - 1);
  const double between =
      points[static_cast<std::size_t>(three_quarters)] - points[static_cast<std::size_t>(quarter)];
  // 90 % of the narrowest kernel are within one point of the grid.
  constexpr double narrowest = 0.5 / 1.64;
  return std::max(1.059 * std::min(between / 1.34, deviation) * std::pow(trials, -0.2), narrowest);
}

// The density at each choice or point of the grid.
std::vector<double> grid_densities(const Parameter& parameter, const std::vector<double>& counts) {
  std::vector<double> points, weights;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] == 0) continue;
    points.push_back(static_cast<double>(i));
    weights.push_back(counts[i]);
  }
  Distribution grid = parameter.distribution;
  if (grid.kind != DistributionKind::categorical)
    grid = {.kind = DistributionKind::integer,
            .low = 0,
            .high = static_cast<double>(counts.size() - 1),
            .step = 1.0};
  const ParzenEstimator estimator(std::move(grid), points, weights, scott_width(points, weights));
  std::vector<double> densities;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double point = static_cast<double>(i);
    densities.push_back(std::exp(estimator.log_density({&point, 1})) + kSmallestDensity);
  }
  return densities;
}

double pearson_divergence(const Parameter& parameter, const Trials& best, const Trials& all) {
  const std::vector<double> of_best = grid_densities(parameter, grid_counts(parameter, best));
  const std::vector<double> of_all = grid_densities(parameter, grid_counts(parameter, all));
  double divergence = 0;
  for (std::size_t i = 0; i < of_all.size(); ++i) {
    const double difference = of_best[i] / of_all[i] - 1;
    divergence += of_all[i] * difference * difference;
  }
  return divergence;
}

Trials trials_with(const Trials& trials, const Parameter& parameter) {
  Trials with;
  for (const Trial* trial : trials)
    if (has_value_of(*trial, parameter)) with.push_back(trial);
  return with;
}

double share_of(const Trials& some, const Trials& all) {
  return static_cast<double>(some.size()) / static_cast<double>(all.size());
}

// Of a parameter that only some trials have, less the fewer of the best ones have it.
double importance_of(const Parameter& parameter, const Trials& best, const Trials& all) {
  const Trials best_with = trials_with(best, parameter), all_with = trials_with(all, parameter);
  const bool is_varied = !is_single(parameter.distribution);
  if (!is_varied || all_with.size() < kFewestTrials || best_with.empty()) return 0;
  const double best_share = share_of(best_with, best), all_share = share_of(all_with, all);
  return best_share * best_share / all_share * pearson_divergence(parameter, best_with, all_with);
}

}  // namespace

std::vector<std::pair<std::string, double>> importances(const Study& study, const Space& space,
                                                        double best_share) {
  Trials trials;
  for (const Trial& trial : study.trials)
    if (trial.state == TrialState::complete && trial.value && std::isfinite(*trial.value))
      trials.push_back(&trial);
  std::vector<std::pair<std::string, double>> shares;
  if (trials.empty()) return shares;
  const Trials best = best_trials(trials, study.direction, best_share);
  const bool is_comparable = trials.size() >= kFewestTrials && best.size() < trials.size();
  double sum = 0;
  for (const Parameter& parameter : space.parameters()) {
    if (trials_with(trials, parameter).empty()) continue;
    const double own = is_comparable ? importance_of(parameter, best, trials) : 0;
    shares.emplace_back(parameter.path, own);
    sum += own;
  }
  const double even = 1 / static_cast<double>(shares.size());
  for (auto& [path, share] : shares) share = sum > 0 ? share / sum : even;
  std::ranges::stable_sort(shares, std::ranges::greater(), &std::pair<std::string, double>::second);
  return shares;
}

}  // namespace trainyard::search
