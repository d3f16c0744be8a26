// SPDX-License-Identifier: GPL-3.0-or-later
// Tells which rank the others wait for, by what each one's own work of a step takes.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/parallel/step_clock.h"
#include "engine/train/session.h"
#include "engine/train/slow_ranks.h"
#include "engine/train/training_work.h"

namespace trainyard {

// With a single rank it does nothing.
class RankTimes {
 public:
  RankTimes(Session& session, TrainingWork& work);

  // Collective, before the first step: the ranks tell their nodes' names.
  void meet();

  // As in StepClock.
  void begin_step(bool has_other_work);
  void end_step();

  // Adds a number a rank to what is summed before each step anyway: each rank's own time is at its
  // place, with zeros at the others. Then report() is given the sums of these numbers, and the
  // first rank warns of a slow one.
  void add_own(std::vector<double>& numbers);
  void report(std::span<const double> sums);

 private:
  Session& session_;
  TrainingWork& work_;
  StepClock* const clock_;  // null with a single rank
  std::vector<std::string> nodes_;
  SlowRanks slow_ranks_;
};

}  // namespace trainyard
