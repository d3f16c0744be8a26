// SPDX-License-Identifier: GPL-3.0-or-later
// What the entry points of kernels share. An entry point checks its arguments, chooses one of a
// kernel's forms and gives it to a launcher: the GPU's (cuda_launcher.cuh) or that of the tests.
// A launcher has launch<Kernel>(blocks, threads, floats of dynamic memory, arguments, stream), and
// `invalid`, the result for arguments that no kernel takes. threads(count) is how many threads it
// gives a block for which a kernel asks for so many; only tests give fewer.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <limits>
#include <numeric>
#include <type_traits>

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

// The largest number that divides a row's length and its strides, as far as that matters to the
// width of an access: rows that begin everywhere are like rows of one number.
inline std::int64_t common_factor(std::int64_t row, std::initializer_list<std::int64_t> strides) {
  for (const std::int64_t stride : strides) row = std::gcd(row, stride);
  return row;
}

// Whether all of a row can be read in whole accesses: rows lie without gaps behind the pointers.
inline bool is_wide(std::int64_t row, int width, std::initializer_list<const void*> pointers) {
  bool all = row % width == 0;
  for (const void* pointer : pointers) all = all && is_aligned(pointer);
  return all;
}

// Calls call(number, width): the width of an access is an integral constant, and 1 for rows that
// are not aligned. Null pointers are aligned.
template <class Call>
int with_number_and_width(NumberType type, std::int64_t row,
                          std::initializer_list<const void*> pointers, Call call) {
  return with_number(type, [&](auto number) {
    constexpr int wide = access_width<decltype(number)>;
    if (is_wide(row, wide, pointers)) return call(number, std::integral_constant<int, wide>());
    return call(number, std::integral_constant<int, 1>());
  });
}

}  // namespace trainyard::kernels
