// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/split/random_state.h"

#include <bit>
#include <numeric>
#include <utility>

namespace trainyard {

RandomState::RandomState(std::uint32_t seed) {
  for (std::size_t i = 0; i < size; ++i) {
    words_[i] = seed;
    seed = 1812433253u * (seed ^ seed >> 30) + static_cast<std::uint32_t>(i + 1);
  }
}

void RandomState::refill() {
  constexpr std::size_t ahead = 397;
  const auto renew = [&](std::size_t i, std::size_t next, std::size_t far) {
    const std::uint32_t joined = (words_[i] & 0x80000000u) | (words_[next] & 0x7FFFFFFFu);
    words_[i] = words_[far] ^ joined >> 1 ^ (0x9908B0DFu & -(joined & 1));
  };
  for (std::size_t i = 0; i < size - ahead; ++i) renew(i, i + 1, i + ahead);
  for (std::size_t i = size - ahead; i < size - 1; ++i) renew(i, i + 1, i + ahead - size);
  renew(size - 1, 0, ahead - 1);
  at_ = 0;
}

std::uint32_t RandomState::next() {
  if (at_ == size) refill();
  std::uint32_t word = words_[at_++];
  word ^= word >> 11;
  word ^= word << 7 & 0x9D2C5680u;
  word ^= word << 15 & 0xEFC60000u;
  return word ^ word >> 18;
}

// Draws for the limits `most`, `most` - 1 and so on down to 1, and returns how many fit. A rejected
// draw is overwritten by the next one instead of being skipped by a branch, which a CPU could not
// predict.
std::size_t RandomState::draw_descending(std::uint32_t most, std::span<std::uint32_t> out) {
  std::size_t count = 0;
  while (most > 0 && count < out.size()) {
    const std::uint32_t mask = 0xFFFFFFFFu >> std::countl_zero(most);
    const std::uint32_t lowest = mask >> 1;  // limits above it have the same mask
    while (most > lowest && count < out.size()) {
      const std::uint32_t value = next() & mask;
      const std::uint32_t is_taken = value <= most ? 1 : 0;
      out[count] = value;
      count += is_taken;
      most -= is_taken;
    }
  }
  return count;
}

std::vector<std::int64_t> permutation(std::uint32_t seed, std::int64_t count) {
  std::vector<std::int64_t> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), 0);
  RandomState random(seed);
  // Drawn ahead, so that memory can be prefetched.
  std::array<std::uint32_t, 256> places;
  for (std::size_t last = order.empty() ? 0 : order.size() - 1; last > 0;) {
    const std::size_t drawn = random.draw_descending(static_cast<std::uint32_t>(last), places);
    for (std::size_t i = 0; i < drawn; ++i) __builtin_prefetch(&order[places[i]], 1);
    for (std::size_t i = 0; i < drawn; ++i) std::swap(order[last--], order[places[i]]);
  }
  return order;
}

}  // namespace trainyard
