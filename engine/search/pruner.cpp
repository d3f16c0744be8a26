// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/search/pruner.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace trainyard::search {
namespace {

constexpr double kNotANumber = std::numeric_limits<double>::quiet_NaN();

// The best of some values, ignoring NaN; NaN if there is no other.
template <class Values>
double best_of(const Values& values, SearchDirection direction) {
  double best = kNotANumber;
  for (const double value : values)
    if (!std::isnan(value) &&
        (std::isnan(best) || loss_of(value, direction) < loss_of(best, direction)))
      best = value;
  return best;
}

std::vector<double> reported_values(const Trial& trial) {
  std::vector<double> values;
  for (const auto& [step, value] : trial.reports) values.push_back(value);
  return values;
}

// Between the two values next to it, in proportion, as NumPy computes it.
double percentile_of(std::vector<double> values, double percentile) {
  std::erase_if(values, [](double value) { return std::isnan(value); });
  if (values.empty()) return kNotANumber;
  std::ranges::sort(values);
  const double place = static_cast<double>(values.size() - 1) * (percentile / 100);
  const auto below = static_cast<std::size_t>(std::floor(place));
  const double low = values[below], high = values[std::min(below + 1, values.size() - 1)];
  const double share = place - std::floor(place), difference = high - low;
  return share < 0.5 ? low + difference * share : high - difference * (1 - share);
}

// Whether no earlier report was in the interval of this step.
bool is_first_of_interval(const Trial& trial, std::int64_t step, const PercentileOptions& options) {
  std::int64_t before = -1;
  for (const auto& [each, value] : trial.reports)
    if (each != step) before = std::max(before, each);
  const std::int64_t since = step - options.warmup_steps;
  return before < since / options.interval_steps * options.interval_steps + options.warmup_steps;
}

}  // namespace

Study Pruner::competitors(const Study& study, std::int64_t) const { return study; }

PruneDecision NoPruner::decide(const Study&, const Trial&) const { return {}; }

PruneDecision PercentilePruner::decide(const Study& study, const Trial& trial) const {
  std::vector<double> peers;
  std::int64_t complete = 0;
  const auto step = last_step(trial);
  if (!step || *step < options_.warmup_steps) return {};
  for (const Trial& other : study.trials) {
    if (other.state != TrialState::complete) continue;
    ++complete;
    if (const auto found = other.reports.find(*step); found != other.reports.end())
      peers.push_back(found->second);
  }
  if (complete == 0 || complete < options_.startup_trials) return {};
  if (!is_first_of_interval(trial, *step, options_)) return {};
  const double best = best_of(reported_values(trial), study.direction);
  if (std::isnan(best)) return {.is_pruned = true};
  if (peers.size() < options_.fewest_values) return {};
  const bool is_minimized = study.direction == SearchDirection::minimize;
  const double bound = percentile_of(
      std::move(peers), is_minimized ? options_.percentile : 100 - options_.percentile);
  // Nothing is worse than a bound that is no number.
  return {.is_pruned = is_minimized ? best > bound : best < bound};
}

PruneDecision PatientPruner::decide(const Study& study, const Trial& trial) const {
  const std::vector<double> values = reported_values(trial);
  if (values.size() <= patience_ + 1) return {};
  const auto recent = values.end() - static_cast<std::ptrdiff_t>(patience_) - 1;
  const double before = best_of(std::vector<double>(values.begin(), recent), study.direction);
  const double after = best_of(std::vector<double>(recent, values.end()), study.direction);
  const bool is_worse =
      loss_of(before, study.direction) + tolerance_ < loss_of(after, study.direction);
  if (!is_worse) return {};
  return wrapped_ ? wrapped_->decide(study, trial) : PruneDecision{.is_pruned = true};
}

Study PatientPruner::competitors(const Study& study, std::int64_t number) const {
  return wrapped_ ? wrapped_->competitors(study, number) : study;
}

std::unique_ptr<Pruner> make_pruner(const SearchSection& search) {
  std::unique_ptr<Pruner> pruner;
  const std::int64_t after = search.prune_after_steps;
  switch (search.pruner) {
    case SearchPruner::none:
      return std::make_unique<NoPruner>();
    case SearchPruner::median:
      pruner = std::make_unique<PercentilePruner>(PercentileOptions{.warmup_steps = after});
      break;
    case SearchPruner::asha:
      pruner = std::make_unique<HalvingPruner>(
          HalvingOptions{.resource = after > 0 ? std::optional(after) : std::nullopt});
      break;
    case SearchPruner::hyperband:
      pruner = std::make_unique<HyperbandPruner>(
          HyperbandOptions{.smallest_resource = std::max<std::int64_t>(after, 1)});
      break;
  }
  if (!search.prune_patience) return pruner;
  return std::make_unique<PatientPruner>(std::move(pruner),
                                         static_cast<std::size_t>(*search.prune_patience));
}

}  // namespace trainyard::search
