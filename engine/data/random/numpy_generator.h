// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of numpy.random.default_rng(seed), bit for bit: SeedSequence and PCG64 (numpy 2.4,
// numpy/random/bit_generator.pyx, src/pcg64, src/distributions/distributions.c; O'Neill, "PCG",
// 2014; Lemire, "Fast random integer generation in an interval", 2019).
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace trainyard {

class NumpyGenerator {
 public:
  explicit NumpyGenerator(std::uint64_t seed);

  std::uint64_t next64();
  // Returns half of a 64-bit number, the lower half first; the other half is kept for the next
  // call.
  std::uint32_t next32();

  // Returns 0 to `largest`, as Generator.integers draws one int64 or uint64: from 32 bits if those
  // are enough, without drawing if `largest` is 0.
  std::uint64_t at_most(std::uint64_t largest);

  // Generator.shuffle of a one-dimensional array. It draws differently from integers: the lower
  // bits of a number, redrawn while they are too large.
  template <typename Item>
  void shuffle(std::vector<Item>& items) {
    for (std::size_t i = items.size(); i-- > 1;) std::swap(items[i], items[masked_at_most(i)]);
  }

  // Generator.choice(count, size, replace=False): `size` distinct numbers below `count`.
  std::vector<std::int64_t> choice(std::int64_t count, std::int64_t size);

  // Generator.permutation(count); `count` must not be negative.
  std::vector<std::int64_t> permutation(std::int64_t count);

 private:
  void shuffle_tail(std::vector<std::int64_t>& items, std::size_t first);
  std::uint64_t masked_at_most(std::uint64_t largest);

  std::uint64_t high_ = 0, low_ = 0;  // the state
  std::uint64_t stream_high_ = 0, stream_low_ = 0;
  std::uint32_t kept_ = 0;
  bool has_kept_ = false;
};

// SeedSequence(entropy).generate_state(8), 32-bit words.
std::array<std::uint32_t, 8> seed_sequence(std::uint64_t entropy);

}  // namespace trainyard
