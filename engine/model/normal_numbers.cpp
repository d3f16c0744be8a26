// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/normal_numbers.h"

#include <algorithm>
#include <cmath>

#include <ATen/Parallel.h>

#include "engine/model/counter_random.h"
#include "engine/model/vector_math.h"

namespace trainyard {

namespace {

// Numbers per key, since an index has 32 bits and each number takes two.
constexpr std::int64_t kNormalBlock = 1 << 16;

TRAINYARD_VECTOR_LOOP void fill_block(float* __restrict values, std::uint32_t count,
                                      std::uint64_t key, float standard_deviation) {
#pragma omp simd
  for (std::uint32_t i = 0; i < count; ++i) {
    // 24 bits each: (0, 1) exclusive, and [-1/2, 1/2).
    const auto high = static_cast<std::int32_t>(random_bits(key, 2 * i) >> 8),
               low = static_cast<std::int32_t>(random_bits(key, 2 * i + 1) >> 8);
    const float u = (static_cast<float>(high) + 0.5F) * 0x1p-24F,
                turn = static_cast<float>(low) * 0x1p-24F - 0.5F;
    values[i] = standard_deviation * std::sqrt(-2.0F * vector_log(u)) * vector_cos_of_turns(turn);
  }
}

}  // namespace

void fill_normal(float* values, std::int64_t count, std::uint64_t key, float standard_deviation) {
  at::parallel_for(
      0, (count + kNormalBlock - 1) / kNormalBlock, 1, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t block = begin; block < end; ++block)
          fill_block(
              values + block * kNormalBlock,
              static_cast<std::uint32_t>(std::min(kNormalBlock, count - block * kNormalBlock)),
              combine_keys(key, static_cast<std::uint64_t>(block)), standard_deviation);
      });
}

}  // namespace trainyard
