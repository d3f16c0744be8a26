// SPDX-License-Identifier: GPL-3.0-or-later
// What a run's reason says while it is followed: its place in the queue, how it is followed, that
// its scheduler does not answer, or that its target cannot be reached.
#pragma once

#include <optional>

#include "remote/schedulers/scheduler.h"
#include "remote/service/registry/run_registry.h"
#include "remote/service/targets/target_registry.h"

namespace trainyard {

class RunReports {
 public:
  RunReports(RunRegistry& registry, TargetRegistry& targets, RunRecord run);

  void report(const Message& reason);
  // An event has set another reason.
  void forget() { m_shown.reset(); }
  // How it is followed; empty: nothing about that is to be shown.
  void setWay(Message way) { m_way = std::move(way); }
  const Message& way() const { return m_way; }
  void noteReached();
  // Returns the reason to be shown for a target that stays away.
  void noteAway(Error error);
  // A scheduler that does not answer says nothing about the run.
  void noteScheduler(const JobState& state, bool isConnected);
  void noteStream();
  // `requeued`: what its newest attempt reported of requeueing the job.
  void showQueue(const JobState& state, const std::optional<Message>& requeued);

 private:
  Message queueReason(const JobState& state, const std::optional<Message>& requeued, bool isAgain);

  RunRegistry& m_registry;
  TargetRegistry& m_targets;
  RunRecord m_run;
  std::optional<QString> m_shown;  // the reason in the store, in English
  bool m_isSchedulerSilent = false;
  Message m_way;
  double m_lastReached = 0, m_unreachableSince = 0;
  std::optional<Error> m_awayReason;  // while that is the reason
};

}  // namespace trainyard
