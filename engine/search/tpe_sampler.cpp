// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/search/tpe_sampler.h"

#include <algorithm>
#include <cmath>

namespace trainyard::search {
namespace {

using Parameters = std::vector<const Parameter*>;

struct Candidate {
  Map values;
  double score = 0;  // log of l / g
};

std::vector<Distribution> distributions_of(const Parameters& parameters) {
  std::vector<Distribution> out;
  for (const Parameter* parameter : parameters) out.push_back(parameter->distribution);
  return out;
}

// Candidates for the values of some parameters, the best one first.
class CandidateDraw {
 public:
  CandidateDraw(const TrialSplit& split, const TpeOptions& options, RandomStream& random)
      : split_(split), options_(options), random_(random) {}

  std::vector<Candidate> draw(const Parameters& parameters) {
    const ParzenEstimator good(distributions_of(parameters),
                               observations_of(split_.below, parameters), options_.bandwidth);
    const ParzenEstimator other(distributions_of(parameters),
                                observations_of(split_.above, parameters), options_.bandwidth);
    std::vector<std::vector<double>> rows;
    for (int i = 0; i < options_.candidates; ++i) rows.push_back(good.sample(random_));
    const std::vector<double> of_good = good.log_densities(rows);
    const std::vector<double> of_other = other.log_densities(rows);
    std::vector<Candidate> candidates;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const std::vector<double>& numbers = rows[i];
      Candidate& candidate = candidates.emplace_back();
      candidate.score = of_good[i] - of_other[i];
      for (std::size_t j = 0; j < parameters.size(); ++j)
        candidate.values.emplace_back(parameters[j]->path,
                                      value_of(parameters[j]->distribution, numbers[j]));
    }
    std::ranges::stable_sort(candidates, std::ranges::greater(), &Candidate::score);
    return candidates;
  }

 private:
  const TrialSplit& split_;
  const TpeOptions& options_;
  RandomStream& random_;
};

// The parameters whose values are drawn together, of those that are active and have a choice.
std::vector<Parameters> drawn_together(const Space& space, const std::vector<std::size_t>& group,
                                       bool is_multivariate) {
  std::vector<Parameters> out;
  for (const std::size_t index : group) {
    const Parameter& parameter = space.parameters()[index];
    if (is_single(parameter.distribution)) continue;
    if (out.empty() || !is_multivariate) out.emplace_back();
    out.back().push_back(&parameter);
  }
  return out;
}

void add_single_values(const Space& space, const std::vector<std::size_t>& group, Map& values) {
  for (const std::size_t index : group) {
    const Parameter& parameter = space.parameters()[index];
    if (is_single(parameter.distribution))
      values.emplace_back(parameter.path,
                          value_of(parameter.distribution, number_at(parameter.distribution, 0)));
  }
}

// Replaces the part's values with those of the best candidate that makes the whole an unused one.
bool replace_part(const Study& study, const Space& space, const std::vector<Candidate>& candidates,
                  Map& values) {
  return std::ranges::any_of(candidates, [&](const Candidate& candidate) {
    for (const auto& [path, value] : candidate.values)
      std::ranges::find(values, path, &Map::value_type::first)->second = value;
    // Another value may need other parameters.
    return space.contains(values) && !has_values(study, values);
  });
}

}  // namespace

std::vector<std::vector<double>> observations_of(const std::vector<const Trial*>& trials,
                                                 const Parameters& parameters) {
  std::vector<std::vector<double>> rows;
  for (const Trial* trial : trials) {
    std::vector<double> row;
    for (const Parameter* parameter : parameters) {
      const Value* value = find(trial->values, parameter->path);
      const auto number = value ? number_of(parameter->distribution, *value) : std::nullopt;
      if (number) row.push_back(*number);
    }
    if (row.size() == parameters.size()) rows.push_back(std::move(row));
  }
  return rows;
}

std::optional<Map> TpeSampler::propose(const Study& study, const Space& space,
                                       RandomStream& random) const {
  const auto finished = static_cast<std::size_t>(std::ranges::count_if(study.trials, &is_finished));
  if (static_cast<std::int64_t>(finished) < options_.startup_trials)
    return unused_random_values(study, space, random);
  const TrialSplit split =
      split_trials(study, good_trial_count(finished), options_.has_constant_liar);
  CandidateDraw draw(split, options_, random);
  Map values;
  std::vector<std::vector<Candidate>> drawn;
  for (const std::vector<std::size_t>& group : space.groups()) {
    if (!space.is_active(space.parameters()[group.front()], values)) continue;
    add_single_values(space, group, values);
    for (const Parameters& parameters : drawn_together(space, group, options_.is_multivariate)) {
      drawn.push_back(draw.draw(parameters));
      const Map& best = drawn.back().front().values;
      values.insert(values.end(), best.begin(), best.end());
    }
  }
  if (!has_values(study, values)) return values;
  if (!drawn.empty() && replace_part(study, space, drawn.back(), values)) return values;
  return unused_random_values(study, space, random);
}

}  // namespace trainyard::search
