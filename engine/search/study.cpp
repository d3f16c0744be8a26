// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/search/study.h"

namespace trainyard::search {

const Trial* best_trial(const Study& study) {
  const Trial* best = nullptr;
  for (const Trial& trial : study.trials) {
    // A NaN would win every comparison that is written the other way round.
    if (trial.state != TrialState::complete || !trial.value || *trial.value != *trial.value)
      continue;
    if (!best || loss_of(*trial.value, study.direction) < loss_of(*best->value, study.direction))
      best = &trial;
  }
  return best;
}

}  // namespace trainyard::search
