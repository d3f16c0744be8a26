// SPDX-License-Identifier: GPL-3.0-or-later
// How a run that was asked to stop is said to have ended.
#pragma once

#include <optional>

#include "engine/contract/run/events.h"
#include "engine/contract/run/run_folder.h"

namespace trainyard::agent {

struct StopRequest {
  double time = 0;                         // when it came, Unix seconds
  int signal = 15;                         // what the agent got
  bool is_cancelled = false;               // the file `cancel` was in the run folder
  bool is_superseded = false;              // a higher attempt exists
  std::optional<double> end_time;          // when the scheduler ends the job
  double signal_before_end_seconds = 120;  // how long before that its signal was asked for
  bool was_killed = false;                 // the ranks did not stop in time
  double grace_seconds = 0;
};

// Slurm may send a signal up to 60 s early.
Outcome outcome_of(const StopRequest& stop);

// `exit_code`: the program's; 0 becomes 75 for a command, which cannot say otherwise that it
// stopped early.
// `failure`: what went wrong meanwhile. Code "stopped." and the outcome's name,
// "stopped.superseded", or "stopped.before_time_limit" for a warning that left time to save.
EndEvent end_of_stop(const StopRequest& stop, int exit_code, const std::string& node,
                     const EndEvent* failure = nullptr);

}  // namespace trainyard::agent
