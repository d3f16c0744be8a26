// SPDX-License-Identifier: GPL-3.0-or-later
// split_trials of tpe_sampler.h.
#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/search/tpe_sampler.h"

namespace trainyard::search {
namespace {

// Smaller is better: first those with more steps, then those with the better last value. A NaN is
// the worst value of its step, and trials without any report come last.
std::pair<double, double> pruned_rank(const Trial& trial, SearchDirection direction) {
  if (trial.reports.empty()) return {1, 0};
  const auto& [step, value] = *trial.reports.rbegin();
  const double loss =
      std::isnan(value) ? std::numeric_limits<double>::infinity() : loss_of(value, direction);
  return {-static_cast<double>(step), loss};
}

}  // namespace

std::size_t good_trial_count(std::size_t finished) {
  constexpr std::size_t limit = 25;
  // Rounded as Optuna does: 0.1 is a little more than a tenth.
  return std::min(static_cast<std::size_t>(std::ceil(0.1 * static_cast<double>(finished))), limit);
}

TrialSplit split_trials(const Study& study, std::size_t below, bool with_running) {
  std::vector<const Trial*> complete, pruned;
  TrialSplit split;
  for (const Trial& trial : study.trials) {
    if (trial.state == TrialState::running && with_running) split.above.push_back(&trial);
    if (trial.state == TrialState::pruned) pruned.push_back(&trial);
    if (trial.state == TrialState::complete && trial.value && !std::isnan(*trial.value))
      complete.push_back(&trial);
  }
  std::ranges::stable_sort(
      complete, {}, [&](const Trial* trial) { return loss_of(*trial->value, study.direction); });
  std::ranges::stable_sort(
      pruned, {}, [&](const Trial* trial) { return pruned_rank(*trial, study.direction); });
  for (const auto* group : {&complete, &pruned})
    for (const Trial* trial : *group)
      (split.below.size() < below ? split.below : split.above).push_back(trial);
  // The weights of observations depend on their age.
  std::ranges::sort(split.below, {}, &Trial::number);
  std::ranges::sort(split.above, {}, &Trial::number);
  return split;
}

}  // namespace trainyard::search
