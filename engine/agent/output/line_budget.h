// SPDX-License-Identifier: GPL-3.0-or-later
// How many of a program's lines are read for metrics. One that prints without a pause must neither
// occupy the agent nor fill the run's events with more points than anybody looks at.
#pragma once

#include <algorithm>

namespace trainyard::agent {

class LineBudget {
 public:
  static constexpr int at_once = 50'000, per_second = 100;

  // Whether the next line is read, which was printed at `time` (seconds, of any origin).
  bool admit(double time) {
    lines_ = std::min<double>(at_once, lines_ + std::max(0.0, time - time_) * per_second);
    time_ = time;
    // Lines that follow each other are read together: some belong to the one before.
    is_waiting_ = lines_ < (is_waiting_ ? per_second : 1);
    if (is_waiting_) {
      has_skipped_ = true;
      return false;
    }
    --lines_;
    return true;
  }
  // The same; calls `on_first_skipped` when a line is left out for the first time.
  template <class OnFirstSkipped>
  bool admit(double time, const OnFirstSkipped& on_first_skipped) {
    const bool had_skipped = has_skipped_;
    const bool is_admitted = admit(time);
    if (has_skipped_ && !had_skipped) on_first_skipped();
    return is_admitted;
  }
  bool has_skipped() const { return has_skipped_; }

 private:
  double lines_ = at_once, time_ = 0;
  bool is_waiting_ = false, has_skipped_ = false;
};

}  // namespace trainyard::agent
