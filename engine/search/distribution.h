// SPDX-License-Identifier: GPL-3.0-or-later
// Values of a parameter as numbers: what samplers compute with. A number is itself, a choice is its
// index.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/contract/experiment/search.h"
#include "engine/search/random_stream.h"

namespace trainyard::search {

using Distribution = SearchDistribution;
using DistributionKind = SearchDistribution::Kind;

// The same with a step for integers, and with `high` as the last value that steps from `low` reach.
Distribution normalized(Distribution distribution);

// All of these expect a normalized distribution.
bool is_single(const Distribution& distribution);

// How many values there are; nothing if they are reals without a step, or too many for an integer.
std::optional<std::int64_t> count_of(const Distribution& distribution);

// The value of this index, from 0 on, of a distribution with a count.
double number_at(const Distribution& distribution, std::int64_t index);

// The number of a value; nothing if it is not one of the distribution's.
std::optional<double> number_of(const Distribution& distribution, const Value& value);

// The value of a number; the inverse.
Value value_of(const Distribution& distribution, double number);

// The nearest value of a distribution with a step.
double aligned(const Distribution& distribution, double number);

// Each value with the same probability; with `log`, each interval of the logarithm.
double uniform_number(const Distribution& distribution, RandomStream& random);

}  // namespace trainyard::search
