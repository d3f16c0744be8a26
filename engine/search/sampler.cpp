// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/search/sampler.h"

#include <algorithm>
#include <unordered_set>

#include "engine/contract/json.h"
#include "engine/search/tpe_sampler.h"

namespace trainyard::search {
namespace {

constexpr int kRandomAttempts = 64;
// A space with fewer combinations is searched for an unused one.
constexpr std::int64_t kCombinationLimit = 100'000;

// Walks through the combinations of a finite space in grid order.
class Combinations {
 public:
  explicit Combinations(const Space& space)
      : parameters_(space.parameters()), space_(space), indices_(parameters_.size(), 0) {}

  // Values of the active parameters.
  Map values() const {
    Map values;
    for (std::size_t i = 0; i < parameters_.size(); ++i)
      if (space_.is_active(parameters_[i], values))
        values.emplace_back(parameters_[i].path,
                            value_of(parameters_[i].distribution,
                                     number_at(parameters_[i].distribution, indices_[i])));
    return values;
  }

  // The next combination of the active parameters; false after the last one.
  bool advance() {
    const Map now = values();
    for (std::size_t i = parameters_.size(); i-- > 0;) {
      if (!find(now, parameters_[i].path)) continue;  // inactive ones stay at their first value
      if (++indices_[i] < count_of(parameters_[i].distribution).value_or(1)) {
        std::fill(indices_.begin() + static_cast<std::ptrdiff_t>(i) + 1, indices_.end(), 0);
        return true;
      }
      indices_[i] = 0;
    }
    return false;
  }

 private:
  const std::vector<Parameter>& parameters_;
  const Space& space_;
  std::vector<std::int64_t> indices_;
};

// An upper bound of the number of combinations; nothing if there is none below the limit.
std::optional<std::int64_t> combination_bound(const Space& space) {
  std::int64_t product = 1;
  for (const Parameter& parameter : space.parameters()) {
    const auto count = count_of(parameter.distribution);
    if (!count || *count > kCombinationLimit / product) return std::nullopt;
    product *= *count;
  }
  return product;
}

// The values as one text, in the order of the space.
std::string key_of(const Space& space, const Map& values) {
  List list;
  for (const Parameter& parameter : space.parameters()) {
    const Value* value = find(values, parameter.path);
    list.push_back(value ? List{*value} : List());
  }
  return to_json(Value(std::move(list)));
}

std::optional<Map> first_unused(const Study& study, const Space& space) {
  std::unordered_set<std::string> used;
  for (const Trial& trial : study.trials) used.insert(key_of(space, trial.values));
  Combinations combinations(space);
  do {
    if (Map values = combinations.values(); !used.contains(key_of(space, values))) return values;
  } while (combinations.advance());
  return std::nullopt;
}

}  // namespace

bool is_used_up(const Study& study, const Space& space) {
  const auto bound = combination_bound(space);
  return bound && std::ssize(study.trials) > 0 && !first_unused(study, space);
}

std::unique_ptr<Sampler> make_sampler(const SearchSection& search) {
  TpeOptions options;
  options.startup_trials = search.startup_trials;
  switch (search.sampler) {
    case SearchSampler::random:
      return std::make_unique<RandomSampler>();
    case SearchSampler::grid:
      return std::make_unique<GridSampler>();
    case SearchSampler::tpe_independent:
      options.is_multivariate = false;
      return std::make_unique<TpeSampler>(options);
    case SearchSampler::tpe:
      break;
  }
  return std::make_unique<TpeSampler>(options);
}

std::optional<Map> propose_next(const Sampler& sampler, const Study& study, const Space& space,
                                const SearchSection& search, RandomStream& random) {
  const std::size_t trial = study.trials.size();
  Map given;
  for (const auto& [path, values] : search.first)
    if (const auto* list = values.get_if<List>(); list && trial < list->size())
      if (!(*list)[trial].is_null()) given.emplace_back(path, (*list)[trial]);
  auto proposed = sampler.propose(study, space, random);
  if (given.empty() || !proposed) return proposed;
  Map values;
  for (const Parameter& parameter : space.parameters()) {
    if (!space.is_active(parameter, values)) continue;
    const Value* first = find(given, parameter.path);
    const Value* other = find(*proposed, parameter.path);
    const auto number = first ? number_of(parameter.distribution, *first) : std::nullopt;
    // A given value may need parameters that the proposal does not have.
    if (number || !other)
      values.emplace_back(
          parameter.path,
          value_of(parameter.distribution,
                   number ? *number : uniform_number(parameter.distribution, random)));
    else
      values.emplace_back(parameter.path, *other);
  }
  return values;
}

Map random_values(const Space& space, RandomStream& random) {
  Map values;
  for (const Parameter& parameter : space.parameters())
    if (space.is_active(parameter, values))
      values.emplace_back(parameter.path, value_of(parameter.distribution,
                                                   uniform_number(parameter.distribution, random)));
  return values;
}

bool has_values(const Study& study, const Map& values) {
  return std::ranges::any_of(study.trials, [&](const Trial& trial) {
    return trial.values.size() == values.size() &&
           std::ranges::all_of(values, [&](const auto& entry) {
             const Value* value = find(trial.values, entry.first);
             return value && *value == entry.second;
           });
  });
}

Map unused_random_values(const Study& study, const Space& space, RandomStream& random) {
  Map values = random_values(space, random);
  for (int i = 1; i < kRandomAttempts && has_values(study, values); ++i)
    values = random_values(space, random);
  if (!has_values(study, values) || !combination_bound(space)) return values;
  return first_unused(study, space).value_or(values);
}

std::optional<Map> RandomSampler::propose(const Study& study, const Space& space,
                                          RandomStream& random) const {
  return unused_random_values(study, space, random);
}

std::optional<Map> GridSampler::propose(const Study& study, const Space& space,
                                        RandomStream&) const {
  return first_unused(study, space);
}

}  // namespace trainyard::search
