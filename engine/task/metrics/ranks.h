// SPDX-License-Identifier: GPL-3.0-or-later
// Ranks of values in their order.
#pragma once

#include <span>
#include <vector>

namespace trainyard {

// Returns the rank of each value, starting at 1; equal values get the mean of their ranks. No value
// may be NaN.
std::vector<double> average_ranks(std::span<const double> values);

}  // namespace trainyard
