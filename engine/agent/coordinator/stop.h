// SPDX-License-Identifier: GPL-3.0-or-later
// The outcome of a run that was asked to stop.
#pragma once

#include <optional>

#include "engine/contract/run/events.h"
#include "engine/contract/run/run_folder.h"

namespace trainyard::agent {

struct StopRequest {
  double time = 0;                         // when it was received, Unix seconds
  int signal = 15;                         // received by the agent
  bool is_cancelled = false;               // there was a file `cancel` in the run folder
  bool is_superseded = false;              // a newer attempt exists
  std::optional<double> end_time;          // when the scheduler ends the job
  double signal_before_end_seconds = 120;  // how long before that its signal was requested
  bool was_killed = false;                 // the ranks did not stop in time
  double grace_seconds = 0;
  Map fired{};  // the rule of a metric that stopped it, as an argument of a message; empty: none
};

// A rule ends the run like a person who cancels it: it is not started again by itself. Takes into
// account that Slurm may send a signal up to 60 s early.
Outcome outcome_of(const StopRequest& stop);

// `exit_code` is the program's; for a command 0 becomes 75, since it cannot report that it stopped
// early. `failure`: an error in the meantime. The code is "stopped." and the outcome's name,
// "stopped.superseded", "stopped.by_rule", or "stopped.before_time_limit" for a warning that left
// time to save.
EndEvent end_of_stop(const StopRequest& stop, int exit_code, const std::string& node,
                     const EndEvent* failure = nullptr);

}  // namespace trainyard::agent
