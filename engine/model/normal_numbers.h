// SPDX-License-Identifier: GPL-3.0-or-later
// Random initialization of weights on a CPU.
#pragma once

#include <cstdint>

namespace trainyard {

// Fills `values` with independent numbers of mean 0 and the given standard deviation: values[i] is
// a function of (key, i), by the Box-Muller transform of two uniform 32-bit numbers.
void fill_normal(float* values, std::int64_t count, std::uint64_t key, float standard_deviation);

}  // namespace trainyard
