// SPDX-License-Identifier: GPL-3.0-or-later
// Random numbers that are a pure function of (key, index) (engine/system/random_bits.h):
// independent of the number of threads and ranks, with no state to save for resuming. Here are the
// keys.
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/system/random_bits.h"

namespace trainyard {

constexpr std::uint64_t key_of(std::uint64_t seed, std::string_view name) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;  // FNV-1a
  for (char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return combine_keys(splitmix64(seed), hash);
}

}  // namespace trainyard
