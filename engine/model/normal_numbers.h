// SPDX-License-Identifier: GPL-3.0-or-later
// Random weights on a processor.
#pragma once

#include <cstdint>

namespace trainyard {

// Independent numbers with mean 0 and this standard deviation: values[i] is a function of (key, i),
// by Box and Muller's transform of two evenly drawn numbers of 32 bits.
void fill_normal(float* values, std::int64_t count, std::uint64_t key, float standard_deviation);

}  // namespace trainyard
