// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/coordinator/stop.h"

#include "engine/agent/job/message_events.h"
#include "engine/agent/job/options.h"

namespace trainyard::agent {

Outcome outcome_of(const StopRequest& stop) {
  constexpr double early_seconds = 60, slack_seconds = 30;
  if (stop.is_cancelled || !stop.fired.empty()) return Outcome::cancelled;
  if (stop.end_time &&
      stop.time >= *stop.end_time - stop.signal_before_end_seconds - early_seconds - slack_seconds)
    return Outcome::timed_out;
  return Outcome::preempted;
}

namespace {

// Slurm's warning comes before the limit, so that the run can save: that is not the limit itself.
constexpr double at_the_limit_seconds = 5;

std::string code_of(const StopRequest& stop, Outcome outcome) {
  if (stop.is_superseded) return "stopped.superseded";
  if (!stop.is_cancelled && !stop.fired.empty()) return "stopped.by_rule";
  if (outcome == Outcome::timed_out && stop.end_time &&
      *stop.end_time - stop.time > at_the_limit_seconds)
    return "stopped.before_time_limit";
  return "stopped." + std::string(name_of(outcome));
}

Map how_it_went(const StopRequest& stop, int exit_code, const EndEvent* failure) {
  if (stop.was_killed)
    return as_argument("stop.killed", {{"seconds", static_cast<std::int64_t>(stop.grace_seconds)}});
  if (failure) return as_argument("stop.failed", {{"why", as_argument(*failure)}});
  if (exit_code == static_cast<int>(ExitCode::stopped_early))
    return as_argument("stop.in_order", {});
  return as_argument("stop.exit_code", {{"exit_code", exit_code}});
}

}  // namespace

EndEvent end_of_stop(const StopRequest& stop, int exit_code, const std::string& node,
                     const EndEvent* failure) {
  const Outcome outcome = stop.is_superseded ? Outcome::preempted : outcome_of(stop);
  const int code = exit_code == 0 ? static_cast<int>(ExitCode::stopped_early) : exit_code;
  Map arguments{{"signal", signal_name(stop.signal)}, {"how", how_it_went(stop, code, failure)}};
  if (!stop.fired.empty()) arguments.emplace_back("fired", stop.fired);
  if (stop.was_killed) arguments.emplace_back("killed", true);
  if (stop.end_time)
    arguments.emplace_back("seconds", static_cast<std::int64_t>(*stop.end_time - stop.time));
  return make_end(outcome, code, code_of(stop, outcome), std::move(arguments), std::nullopt, node);
}

}  // namespace trainyard::agent
