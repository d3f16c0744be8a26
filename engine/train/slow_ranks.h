// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the rank that all others wait for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

namespace trainyard {

// A rank is slow once its own work has taken 1.2 times the median of the ranks, and 5 ms more than
// it, for 20 steps in a row, and until it has taken less for as many. Of an even number of ranks,
// the median is the lower one of the two in the middle: of two ranks, the faster one. Rows of
// different lengths make ranks differ as well, but not always the same one.
class SlowRanks {
 public:
  static constexpr std::size_t num_steps = 20;

  // Means over these steps, in seconds.
  struct Slow {
    std::int64_t rank = 0;
    double own = 0, median = 0;
  };

  // Adds what each rank's own work of a step took; 0: nothing is known of it. Returns the slowest
  // of the ranks that have not been named since they became slow, unless one that has been is as
  // slow as that: the others wait for that one.
  std::optional<Slow> add(const std::vector<double>& seconds);

 private:
  struct Step {
    double own = 0, median = 0;
  };
  struct Rank {
    std::deque<Step> slow;    // its last ones in a row
    std::size_t others = 0;   // steps in a row that were not
    double named_factor = 0;  // as it was named; 0: it has not been
  };

  std::vector<Rank> ranks_;
};

}  // namespace trainyard
