// SPDX-License-Identifier: GPL-3.0-or-later
// Successive halving and Hyperband of pruner.h.
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>

#include "engine/search/pruner.h"

namespace trainyard::search {
namespace {

// The most steps of a complete trial.
std::optional<std::int64_t> longest_complete(const Study& study) {
  std::optional<std::int64_t> longest;
  for (const Trial& trial : study.trials)
    if (const auto step = last_step(trial); trial.state == TrialState::complete && step)
      longest = std::max(longest.value_or(*step), *step);
  return longest;
}

// resource * factor^exponent, or the largest number if that is too large.
std::int64_t rung_step(std::int64_t resource, std::int64_t factor, std::int64_t exponent) {
  constexpr std::int64_t limit = std::numeric_limits<std::int64_t>::max();
  std::int64_t step = resource;
  for (std::int64_t i = 0; i < exponent; ++i) {
    if (step > limit / factor) return limit;
    step *= factor;
  }
  return step;
}

bool is_among_best(double value, std::vector<double> competing, std::int64_t factor,
                   SearchDirection direction) {
  std::ranges::sort(competing, {}, [&](double each) { return loss_of(each, direction); });
  // Trials cannot wait for others: of the first ones, the best so far goes on.
  const auto promoted = std::max<std::int64_t>(std::ssize(competing) / factor, 1);
  const double bound = competing[static_cast<std::size_t>(promoted - 1)];
  return loss_of(value, direction) <= loss_of(bound, direction);
}

// Whether a trial takes part in the same halving as the one that is decided about.
using Competes = std::function<bool(const Trial&)>;

// The decision at the rungs that the last report reaches, for a halving whose resource is known.
PruneDecision halve(const Study& study, const Trial& trial, const HalvingOptions& options,
                    const Competes& competes) {
  PruneDecision decision;
  const auto& [step, value] = *trial.reports.rbegin();
  for (std::size_t rung = trial.rungs.size();; ++rung) {
    const std::int64_t exponent = options.first_exponent + static_cast<std::int64_t>(rung);
    if (step < rung_step(*options.resource, options.factor, exponent)) return decision;
    decision.is_pruned = true;
    if (std::isnan(value)) return decision;
    decision.rungs.push_back(value);
    std::vector<double> competing{value};
    for (const Trial& other : study.trials)
      if (other.number != trial.number && other.rungs.size() > rung && competes(other))
        competing.push_back(other.rungs[rung]);
    if (competing.size() <= options.bootstrap_count) return decision;
    if (!is_among_best(value, std::move(competing), options.factor, study.direction))
      return decision;
    decision.is_pruned = false;
  }
}

// Hyperband's halvings: the share of each in the trials.
class Brackets {
 public:
  Brackets(std::string study, std::int64_t smallest, std::int64_t largest, std::int64_t factor)
      : study_(std::move(study)) {
    if (largest < smallest) return;
    // Written as Python's math.log(x, base), whose rounding decides at exact powers.
    const double ratio = static_cast<double>(largest) / static_cast<double>(smallest);
    const double halvings = std::floor(std::log(ratio) / std::log(static_cast<double>(factor)));
    const auto count = static_cast<std::int64_t>(halvings) + 1;
    for (std::int64_t i = 0; i < count; ++i) {
      const std::int64_t exponent = count - 1 - i;
      const double power = std::pow(static_cast<double>(factor), static_cast<double>(exponent));
      const double share = static_cast<double>(count) * power / static_cast<double>(exponent + 1);
      budgets_.push_back(static_cast<std::int64_t>(std::ceil(share)));
      total_ += budgets_.back();
    }
  }

  std::optional<std::int64_t> bracket_of(std::int64_t number) const {
    if (budgets_.empty()) return std::nullopt;
    std::int64_t place = crc32(study_ + "_" + std::to_string(number)) % total_;
    std::int64_t bracket = 0;
    for (; place >= budgets_[static_cast<std::size_t>(bracket)]; ++bracket)
      place -= budgets_[static_cast<std::size_t>(bracket)];
    return bracket;
  }

 private:
  std::string study_;
  std::vector<std::int64_t> budgets_;
  std::int64_t total_ = 0;
};

std::optional<Brackets> brackets_for(const Study& study, const HyperbandOptions& options) {
  const auto largest = options.largest_resource ? options.largest_resource : study.resource;
  if (!largest) return std::nullopt;
  return Brackets(study.name, options.smallest_resource, *largest, options.factor);
}

}  // namespace

PruneDecision HalvingPruner::decide(const Study& study, const Trial& trial) const {
  if (!last_step(trial)) return {};
  HalvingOptions options = options_;
  if (!options.resource) options.resource = study.resource;
  std::optional<std::int64_t> derived;
  if (!options.resource) {
    const auto longest = longest_complete(study);
    if (!longest) return {};
    options.resource = derived = std::max<std::int64_t>(*longest / 100, 1);
  }
  PruneDecision decision = halve(study, trial, options, [](const Trial&) { return true; });
  decision.resource = derived;
  return decision;
}

PruneDecision HyperbandPruner::decide(const Study& study, const Trial& trial) const {
  HyperbandOptions options = options_;
  std::optional<std::int64_t> derived;
  if (!options.largest_resource && !study.resource) {
    const auto longest = longest_complete(study);
    if (!longest) return {};
    options.largest_resource = derived = *longest + 1;
  }
  PruneDecision decision;
  const auto brackets = brackets_for(study, options);
  const auto bracket = brackets ? brackets->bracket_of(trial.number) : std::nullopt;
  if (bracket && last_step(trial))
    decision =
        halve(study, trial,
              {.resource = options.smallest_resource,
               .factor = options.factor,
               .first_exponent = *bracket,
               .bootstrap_count = options.bootstrap_count},
              [&](const Trial& other) { return brackets->bracket_of(other.number) == bracket; });
  decision.resource = derived;
  return decision;
}

std::optional<std::int64_t> HyperbandPruner::bracket_of(const Study& study,
                                                        std::int64_t number) const {
  const auto brackets = brackets_for(study, options_);
  return brackets ? brackets->bracket_of(number) : std::nullopt;
}

Study HyperbandPruner::competitors(const Study& study, std::int64_t number) const {
  const auto brackets = brackets_for(study, options_);
  const auto bracket = brackets ? brackets->bracket_of(number) : std::nullopt;
  if (!bracket) return study;
  Study out{.name = study.name, .direction = study.direction, .resource = study.resource};
  for (const Trial& trial : study.trials)
    if (brackets->bracket_of(trial.number) == bracket) out.trials.push_back(trial);
  return out;
}

std::uint32_t crc32(std::string_view text) {
  std::uint32_t sum = 0xffffffffu;
  for (const char character : text) {
    sum ^= static_cast<unsigned char>(character);
    for (int bit = 0; bit < 8; ++bit) sum = (sum >> 1) ^ ((sum & 1) != 0 ? 0xedb88320u : 0);
  }
  return ~sum;
}

}  // namespace trainyard::search
