// SPDX-License-Identifier: GPL-3.0-or-later
// Where values stand among each other.
#pragma once

#include <span>
#include <vector>

namespace trainyard {

// The rank of each value, from 1 on, equal values sharing the mean of theirs. No value is NaN.
std::vector<double> average_ranks(std::span<const double> values);

}  // namespace trainyard
