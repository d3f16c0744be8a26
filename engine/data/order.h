// SPDX-License-Identifier: GPL-3.0-or-later
// The order in which an epoch visits its examples: a pure function of (seed, epoch, position), so
// that a run can resume anywhere in constant time and the order does not depend on the number of
// ranks.
#pragma once

#include <array>
#include <cstdint>

namespace trainyard {

// A permutation of 0 .. num_examples - 1 made of a six-round Feistel network over the next even
// number of bits, walked until it falls into range (Black and Rogaway, 2002). With `mix` the
// finalizer of splitmix64, the round keys are
//   key[i] = mix(mix(mix(seed) ^ epoch) + i)
// and a round maps (left, right) to (right, left ^ (mix(right ^ key[i]) & mask)), left being the
// upper half of the bits.
class EpochOrder {
 public:
  EpochOrder(std::uint64_t seed, std::uint64_t epoch, std::uint64_t num_examples);

  // The example at `position`, which must be below num_examples.
  std::uint64_t operator[](std::uint64_t position) const;

 private:
  std::uint64_t permute(std::uint64_t value) const;

  std::uint64_t num_examples_;
  unsigned half_bits_ = 1;
  std::array<std::uint64_t, 6> keys_{};
};

// The random key of an example in an epoch.
std::uint64_t row_key(std::uint64_t seed, std::uint64_t epoch, std::uint64_t example);

}  // namespace trainyard
