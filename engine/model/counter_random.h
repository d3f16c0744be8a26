// SPDX-License-Identifier: GPL-3.0-or-later
// Random numbers that are a pure function of (key, index): independent of the number of threads and
// ranks, with no state to save for resuming. Two rounds of a 32-bit mixing function (C. Wellons,
// "Hash function prospecting", lowbias32).
#pragma once

#include <cstdint>
#include <string_view>

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

constexpr std::uint64_t combine_keys(std::uint64_t key, std::uint64_t value) {
  return splitmix64(key ^ splitmix64(value));
}

constexpr std::uint64_t key_of(std::uint64_t seed, std::string_view name) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;  // FNV-1a
  for (char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return combine_keys(splitmix64(seed), hash);
}

// Returns 32 random bits.
constexpr std::uint32_t random_bits(std::uint64_t key, std::uint32_t index) {
  return mix_bits(mix_bits(index ^ static_cast<std::uint32_t>(key)) +
                  static_cast<std::uint32_t>(key >> 32));
}

}  // namespace trainyard
