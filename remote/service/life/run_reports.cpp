// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/life/run_reports.h"

#include "engine/contract/messages.h"
#include "engine/system/unix_time.h"
#include "remote/service/registry/adopted_job.h"
#include "remote/service/registry/run_dependencies.h"

namespace trainyard {

RunReports::RunReports(RunRegistry& registry, TargetRegistry& targets, RunRecord run)
    : m_registry(registry), m_targets(targets), m_run(std::move(run)), m_lastReached(unix_time()) {}

void RunReports::report(const Message& reason) {
  if (m_shown == reason.text) return;
  m_registry.check(m_registry.writer.setReason(m_run.run, reason));
  m_shown = reason.text;
  emit m_registry.changed(m_run.run);
}

void RunReports::noteReached() {
  m_lastReached = unix_time();
  m_targets.noteReached(m_run.target);
  if (std::exchange(m_unreachableSince, 0.0) > 0) report(m_way);
}

void RunReports::noteAway(Error error) {
  if (m_unreachableSince == 0) {
    m_unreachableSince = unix_time();
    m_awayReason = {};
  }
  error = keptReason(m_awayReason, std::move(error));
  report(makeMessage(
      error.exit_code == ExitCode::unreachable ? "run.unreachable_since" : "run.silent_since",
      {{"target", m_run.target.toStdString()},
       {"since", momentText(m_unreachableSince).toStdString()},
       {"seen", momentText(m_lastReached).toStdString()},
       {"why", as_argument(error)}}));
}

void RunReports::noteScheduler(const JobState& state, bool isConnected) {
  if (state.phase == JobState::Phase::unknown) {
    // An unreachable target is reported differently.
    if (!isConnected) return;
    m_isSchedulerSilent = true;
    report({state.code, state.arguments, state.reason});
  } else if (std::exchange(m_isSchedulerSilent, false)) {
    report(m_way);
  }
}

// The stream does not depend on the scheduler.
void RunReports::noteStream() {
  if (std::exchange(m_isSchedulerSilent, false)) report({});
}

Message RunReports::queueReason(const JobState& state, const std::optional<Message>& requeued,
                                bool isAgain) {
  const bool waits = state.phase == JobState::Phase::waiting || requeued;
  Message reason = waits ? Message(state.code, state.arguments, state.reason)
                         : makeMessage(isAdoptedJob(m_run) ? "run.adopted" : "run.starting");
  if (state.waitsForJobs)
    if (auto runs = waitsFor(m_registry.store, m_run.after)) reason = std::move(*runs);
  if (waits && !m_run.after.isEmpty())
    if (auto never = neverStarts(m_registry.store, m_run.after)) reason = std::move(*never);
  if (requeued || (waits && isAgain))
    reason = makeMessage("run.requeued", {{"why", asArgument(requeued ? *requeued : reason)}});
  return reason;
}

void RunReports::showQueue(const JobState& state, const std::optional<Message>& requeued) {
  const bool waits = state.phase == JobState::Phase::waiting || requeued;
  auto record = m_registry.store.run(m_run.run);
  const Message reason =
      queueReason(state, requeued, record && record->attempt > 0 && state.restarts > 0);
  const RunState shownState = waits ? RunState::waiting : RunState::running;
  const QString key = nameOf(shownState) + reason.text + QString::number(state.expectedStart);
  if (m_shown == key) return;
  // An attempt's reported end, or that it is running, is kept until something new starts.
  if (record && !waits && (!isOpen(record->state) || record->state == RunState::running)) return;
  m_registry.check(m_registry.writer.setOpen(m_run.run, shownState, reason, state.expectedStart));
  m_shown = key;
  emit m_registry.changed(m_run.run);
}

}  // namespace trainyard
