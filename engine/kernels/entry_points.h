// SPDX-License-Identifier: GPL-3.0-or-later
// What the entry points of kernels share. An entry point checks its arguments, chooses one of a
// kernel's forms and gives it to a launcher: the GPU's (cuda_launcher.cuh) or that of the tests.
// A launcher has launch<Kernel>(blocks, threads, floats of dynamic memory, arguments, stream), and
// `invalid`, the result for arguments that no kernel takes.
#pragma once

#include <cstdint>
#include <limits>

#include "engine/kernels/kernels.h"
#include "engine/kernels/numbers.h"

namespace trainyard::kernels {

// Within a row, indices have 32 bits; a thread may look as far beyond the end as a block is wide.
inline constexpr std::int64_t max_row = std::numeric_limits<std::int32_t>::max() - (1 << 16);

// As many threads as there is work for, in whole warps.
inline int threads_for(std::int64_t work, int max_threads) {
  const std::int64_t warps = (work + warp_size - 1) / warp_size;
  if (warps * warp_size >= max_threads) return max_threads;
  return warps < 1 ? warp_size : static_cast<int>(warps * warp_size);
}

// Calls call(number) with a number of the type.
template <class Call>
int with_number(NumberType type, Call call) {
  return type == NumberType::bf16 ? call(Bf16()) : call(0.0F);
}

}  // namespace trainyard::kernels
