// SPDX-License-Identifier: GPL-3.0-or-later
// The output function of splitmix64 (Steele, Lea and Flood, 2014), including its increment: spreads
// numbers that differ in few bits.
#pragma once

#include <cstdint>

namespace trainyard {

constexpr std::uint64_t splitmix64(std::uint64_t value) {
  value += 0x9E3779B97F4A7C15ull;
  value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9ull;
  value = (value ^ (value >> 27)) * 0x94D049BB133111EBull;
  return value ^ (value >> 31);
}

}  // namespace trainyard
