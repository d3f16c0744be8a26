// SPDX-License-Identifier: GPL-3.0-or-later
// The generator of numpy.random.RandomState: MT19937 (Matsumoto and Nishimura, 1998), seeded with
// one number and drawn from as in NumPy's legacy interface, which NumPy keeps unchanged.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace trainyard {

class RandomState {
 public:
  explicit RandomState(std::uint32_t seed);

  std::uint32_t next();
  // Draws one number for each of the limits `most`, `most` - 1, ... 1, as many as fit into `out`:
  // from 0 to its limit, inclusive. Draws are masked, and those above the limit rejected. Returns
  // how many there are.
  std::size_t draw_descending(std::uint32_t most, std::span<std::uint32_t> out);

 private:
  static constexpr std::size_t size = 624;
  void refill();

  std::array<std::uint32_t, size> words_{};
  std::size_t at_ = size;
};

inline constexpr std::int64_t max_shuffled_rows = std::int64_t{1} << 32;

// RandomState(seed).permutation(count): 0 to count - 1 in random order. `count` must be from 0 to
// max_shuffled_rows.
std::vector<std::int64_t> permutation(std::uint32_t seed, std::int64_t count);

}  // namespace trainyard
