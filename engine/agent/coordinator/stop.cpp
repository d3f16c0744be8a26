#include "engine/agent/coordinator/stop.h"

#include "engine/agent/options.h"

namespace trainyard::agent {

Outcome outcome_of(const StopRequest& stop) {
  constexpr double early_seconds = 60, slack_seconds = 30;
  if (stop.is_cancelled) return Outcome::cancelled;
  if (stop.end_time &&
      stop.time >= *stop.end_time - stop.signal_before_end_seconds - early_seconds - slack_seconds)
    return Outcome::timed_out;
  return Outcome::preempted;
}

EndEvent end_of_stop(const StopRequest& stop, int exit_code, const std::string& node) {
  EndEvent end;
  end.outcome = stop.is_superseded ? Outcome::preempted : outcome_of(stop);
  end.exit_code = exit_code == 0 ? static_cast<int>(ExitCode::stopped_early) : exit_code;
  end.code =
      stop.is_superseded ? "stopped.superseded" : "stopped." + std::string(name_of(end.outcome));
  end.arguments = {{"signal", signal_name(stop.signal)}};
  end.node = node;
  switch (end.outcome) {
    case Outcome::cancelled:
      end.reason = "Cancelled";
      break;
    case Outcome::timed_out:
      end.reason = "The time limit was reached";
      break;
    default:
      end.reason = stop.is_superseded
                       ? "A later attempt of this run has started elsewhere"
                       : "The run was asked to stop (" + signal_name(stop.signal) + ")";
      break;
  }
  if (stop.was_killed) {
    end.reason += "; it did not stop within " +
                  std::to_string(static_cast<int>(stop.grace_seconds)) + " s and was killed";
    end.arguments.emplace_back("killed", true);
  } else if (end.exit_code == static_cast<int>(ExitCode::stopped_early)) {
    end.reason += "; it stopped in order";
  }
  end.reason += stop.is_superseded ? "." : ". Resume it to go on from the last checkpoint.";
  return end;
}

}  // namespace trainyard::agent
