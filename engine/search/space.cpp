// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/search/space.h"

#include <algorithm>

#include "engine/contract/messages.h"
#include "engine/system/comma_list.h"

namespace trainyard::search {
namespace {

bool has_path(const std::vector<Parameter>& parameters, const std::string& path) {
  return std::ranges::find(parameters, path, &Parameter::path) != parameters.end();
}

// Moves the parameters whose parents are all in `placed` there, until none is left or none can be.
void place_parents_first(std::vector<Parameter>& rest, std::vector<Parameter>& placed) {
  const auto is_next = [&](const Parameter& parameter) {
    return std::ranges::all_of(parameter.conditions, [&](const SearchCondition& condition) {
      return has_path(placed, condition.path);
    });
  };
  for (auto next = std::ranges::find_if(rest, is_next); next != rest.end();
       next = std::ranges::find_if(rest, is_next)) {
    placed.push_back(std::move(*next));
    rest.erase(next);
  }
}

// 1 and 1.0 are the same number of a condition.
bool is_same_value(const Value& a, const Value& b) {
  const auto* whole = a.get_if<std::int64_t>();
  const auto* real = b.get_if<double>();
  if (whole && real) return static_cast<double>(*whole) == *real;
  whole = b.get_if<std::int64_t>();
  real = a.get_if<double>();
  if (whole && real) return static_cast<double>(*whole) == *real;
  return a == b;
}

}  // namespace

Result<Space> Space::create(std::vector<Parameter> parameters) {
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    parameters[i].distribution = normalized(std::move(parameters[i].distribution));
    for (std::size_t j = 0; j < i; ++j)
      if (parameters[j].path == parameters[i].path)
        return make_error("study.twice", {{"path", parameters[i].path}});
    for (const SearchCondition& condition : parameters[i].conditions)
      if (!has_path(parameters, condition.path))
        return make_error("study.when_unknown",
                          {{"path", parameters[i].path}, {"parent", condition.path}});
  }
  Space space;
  place_parents_first(parameters, space.parameters_);
  if (!parameters.empty()) {
    std::vector<std::string> paths;
    for (const Parameter& parameter : parameters) paths.push_back(parameter.path);
    return make_error("study.not_parent_first", {{"paths", comma_list(paths)}});
  }
  for (std::size_t i = 0; i < space.parameters_.size(); ++i) {
    const auto& conditions = space.parameters_[i].conditions;
    const auto group = std::ranges::find_if(space.groups_, [&](const auto& members) {
      return space.parameters_[members.front()].conditions == conditions;
    });
    if (group == space.groups_.end())
      space.groups_.push_back({i});
    else
      group->push_back(i);
  }
  return space;
}

bool Space::is_active(const Parameter& parameter, const Map& values) const {
  return std::ranges::all_of(parameter.conditions, [&](const SearchCondition& condition) {
    const Value* found = find(values, condition.path);
    return found && std::ranges::any_of(condition.values, [&](const Value& wanted) {
             return is_same_value(*found, wanted);
           });
  });
}

bool Space::contains(const Map& values) const {
  std::size_t count = 0;
  for (const Parameter& parameter : parameters_) {
    if (!is_active(parameter, values)) continue;
    const Value* value = find(values, parameter.path);
    if (!value || !number_of(parameter.distribution, *value)) return false;
    ++count;
  }
  return count == values.size();
}

}  // namespace trainyard::search
