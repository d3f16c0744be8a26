// SPDX-License-Identifier: GPL-3.0-or-later
// The parameters of a study, and which of them a trial has: a conditional parameter only belongs to
// trials in which another one has certain values.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/contract/experiment/search.h"
#include "engine/contract/result.h"
#include "engine/search/distribution.h"

namespace trainyard::search {

// A parameter whose distribution is normalized.
using Parameter = SearchParameter;

class Space {
 public:
  Space() = default;

  // Errors: "study.twice", "study.when_unknown", "study.not_parent_first".
  static Result<Space> create(std::vector<Parameter> parameters);

  // Each after those that it depends on, otherwise in the given order.
  const std::vector<Parameter>& parameters() const { return parameters_; }

  // Indices of the parameters that always occur together, since they have the same conditions;
  // groups that others depend on come first.
  const std::vector<std::vector<std::size_t>>& groups() const { return groups_; }

  // Whether a trial with these values has the parameter. The values of those that it depends on
  // are there, or they do not occur either.
  bool is_active(const Parameter& parameter, const Map& values) const;

  // Whether these are values of one trial: each active parameter has one of its values, and there
  // is nothing else.
  bool contains(const Map& values) const;

 private:
  std::vector<Parameter> parameters_;
  std::vector<std::vector<std::size_t>> groups_;
};

}  // namespace trainyard::search
