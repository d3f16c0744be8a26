// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/order.h"

#include <bit>

#include "engine/system/splitmix64.h"

namespace trainyard {

EpochOrder::EpochOrder(std::uint64_t seed, std::uint64_t epoch, std::uint64_t num_examples)
    : num_examples_(num_examples) {
  const unsigned bits = num_examples > 1 ? std::bit_width(num_examples - 1) : 1;
  half_bits_ = (bits + 1) / 2;
  const std::uint64_t base = splitmix64(splitmix64(seed) ^ epoch);
  for (std::uint64_t i = 0; i < keys_.size(); ++i) keys_[i] = splitmix64(base + i);
}

std::uint64_t EpochOrder::permute(std::uint64_t value) const {
  const std::uint64_t mask = (1ull << half_bits_) - 1;
  std::uint64_t left = value >> half_bits_, right = value & mask;
  for (const std::uint64_t key : keys_) {
    const std::uint64_t next = left ^ (splitmix64(right ^ key) & mask);
    left = right;
    right = next;
  }
  return left << half_bits_ | right;
}

std::uint64_t EpochOrder::operator[](std::uint64_t position) const {
  std::uint64_t value = permute(position);
  while (value >= num_examples_) value = permute(value);
  return value;
}

std::uint64_t row_key(std::uint64_t seed, std::uint64_t epoch, std::uint64_t example) {
  return splitmix64(splitmix64(splitmix64(seed) ^ epoch) ^ splitmix64(example));
}

}  // namespace trainyard
