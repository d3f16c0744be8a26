// SPDX-License-Identifier: GPL-3.0-or-later
// 32 random bits as a pure function of (key, index): two rounds of a 32-bit mixing function (C.
// Wellons, "Hash function prospecting", lowbias32), and keys made of others. CUDA kernels compute
// with it, too.
#pragma once

#include <cstdint>

#include "engine/system/splitmix64.h"

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

constexpr std::uint64_t combine_keys(std::uint64_t key, std::uint64_t value) {
  return splitmix64(key ^ splitmix64(value));
}

// The key of dropout's masks at a place of the network, of a row's key for all of its masks.
constexpr std::uint64_t place_key(std::uint64_t key, std::int64_t layer, std::int64_t site) {
  return combine_keys(combine_keys(key, static_cast<std::uint64_t>(layer)),
                      static_cast<std::uint64_t>(site));
}

}  // namespace trainyard
