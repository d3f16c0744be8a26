// SPDX-License-Identifier: GPL-3.0-or-later
// Random numbers that are the same on every computer: xoshiro256++, seeded through SplitMix64.
#pragma once

#include <array>
#include <cstdint>

namespace trainyard::search {

class RandomStream {
 public:
  // The numbers of one trial: a search that goes on after a crash draws what it would have drawn.
  RandomStream(std::uint64_t seed, std::uint64_t trial);

  std::uint64_t next();
  double uniform();                                // in [0, 1), 53 bits
  std::uint64_t uniform_below(std::uint64_t end);  // in [0, end), each with the same probability

 private:
  std::array<std::uint64_t, 4> state_;
};

}  // namespace trainyard::search
