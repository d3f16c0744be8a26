// SPDX-License-Identifier: GPL-3.0-or-later
// Which of several runs was ahead at which step.
#pragma once

#include <cstddef>
#include <vector>

#include "gui/runs/verdict/run_noise.h"

namespace trainyard {

struct RankHistory {
  // A run that was ahead from one step to another one.
  struct Lead {
    std::size_t run = 0;
    double from = 0, until = 0;

    bool operator==(const Lead&) const = default;
  };

  std::vector<double> steps;            // ascending, at most a few hundred
  std::vector<std::vector<int>> ranks;  // by step, then by run: 0 is ahead; -1: no value there
  // Without those too short to be more than noise. Of equal values none leads; who did goes on.
  std::vector<Lead> leads;

  // How many runs are ranked at any step.
  int numRanks() const;
  // The places at a step: those of the nearest one that is known.
  const std::vector<int>& at(double step) const;
  // The steps at which another run took the lead, or the places changed by two or more.
  std::vector<double> changes() const;
};

// Curves with values at other steps meet where any of them has one, between its own first and last
// step. `isSmoothed`: of single batches, whose places would change at every step: each curve is
// then averaged over a twentieth of its length. Empty unless two curves have two values each.
RankHistory rankHistory(const std::vector<NoisyCurve>& curves, bool isHigherBetter,
                        bool isSmoothed);

}  // namespace trainyard
