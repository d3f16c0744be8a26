// SPDX-License-Identifier: GPL-3.0-or-later
// Sums of squares on a CPU, in chunks that do not depend on the number of threads.
#pragma once

#include <cstdint>

namespace trainyard {

// Returns the sum of x[0]^2 to x[count - 1]^2. Chunks of 32768 numbers are summed in fp32, in
// sixteen lanes, and the chunks in fp64: a single fp32 sum of millions has an error near 1e-4.
double square_sum(const float* x, std::int64_t count);

}  // namespace trainyard
