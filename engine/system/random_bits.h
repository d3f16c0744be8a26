// SPDX-License-Identifier: GPL-3.0-or-later
// 32 random bits as a pure function of (key, index): two rounds of a 32-bit mixing function (C.
// Wellons, "Hash function prospecting", lowbias32). In a header without others, since CUDA kernels
// compute with it, too.
#pragma once

#include <cstdint>

namespace trainyard {

constexpr std::uint32_t mix_bits(std::uint32_t x) {
  x ^= x >> 16;
  x *= 0x7feb352dU;
  x ^= x >> 15;
  x *= 0x846ca68bU;
  x ^= x >> 16;
  return x;
}

constexpr std::uint32_t random_bits(std::uint64_t key, std::uint32_t index) {
  return mix_bits(mix_bits(index ^ static_cast<std::uint32_t>(key)) +
                  static_cast<std::uint32_t>(key >> 32));
}

}  // namespace trainyard
