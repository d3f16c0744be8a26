// SPDX-License-Identifier: GPL-3.0-or-later
// Runs::monitor and what it starts: each open run is watched until it ends.
#include "remote/service/runs/runs.h"

#include "remote/process/waiter.h"
#include "remote/service/life/run_watcher.h"
#include "remote/service/registry/job_place.h"
#include "remote/service/runs/array_summary.h"

namespace trainyard {

void Runs::monitor(const RunRecord& run, const JobRecord& job) {
  if (m_monitored.contains(run.run)) return;
  m_monitored[run.run] = std::stop_source();
  auto tasks = m_registry.store.tasksOf(run.run);
  if (tasks && !tasks->isEmpty())
    m_tasks.start(watchArray(run));
  else
    m_tasks.start(watch(run, job));
}

QCoro::Task<void> Runs::watch(RunRecord run, JobRecord job) {
  RunWatcher::End end = RunWatcher::End::stopped;
  std::stop_source own = m_monitored.at(run.run);
  const std::stop_callback whenAllEnd(m_tasks.token(), [&own] { own.request_stop(); });
  if (auto held = m_targets.hold(run.target)) {
    const JobPlace place = placeOf(m_registry.store, run);
    run.arrayIndex = place.task;
    RunWatcher watcher(m_registry, m_targets, m_network, *held, run, job, place.folder,
                       [this, id = run.run] { return m_cancels.isOpen(id); });
    end = co_await watcher.watch(own.get_token());
  }
  m_monitored.erase(run.run);
  auto record = m_registry.store.run(run.run);
  if (end == RunWatcher::End::again && record)
    m_tasks.start(
        m_submissions.resume(*record, QProcessEnvironment::systemEnvironment(), m_tasks.token()));
  emit m_registry.changed(run.run);
}

// An array's state is derived from its tasks.
QCoro::Task<void> Runs::watchArray(RunRecord run) {
  std::stop_source own = m_monitored.at(run.run);
  const std::stop_callback whenAllEnd(m_tasks.token(), [&own] { own.request_stop(); });
  const std::stop_token stop = own.get_token();
  Waiter waiter;
  QSet<QString> ids;
  connect(&m_registry, &RunRegistry::changed, &waiter, [&](const QString& changed) {
    if (ids.contains(changed)) waiter.wake();
  });
  QString shown;
  while (!stop.stop_requested()) {
    auto tasks = m_registry.store.tasksOf(run.run);
    if (tasks) {
      for (const RunRecord& task : *tasks) ids.insert(task.run);
      const ArraySummary summary = summaryOf(*tasks);
      if (const QString key = nameOf(summary.state) + summary.reason.text; key != shown) {
        m_registry.check(isOpen(summary.state)
                             ? m_registry.writer.setOpen(run.run, summary.state, summary.reason)
                             : m_registry.writer.setEnded(run.run, summary.state, summary.code,
                                                          summary.reason, summary.exitCode));
        shown = key;
        emit m_registry.changed(run.run);
      }
      if (!isOpen(summary.state)) break;
    }
    // Many tasks change at the same time, and some without a notification of their own.
    Waiter pause;
    co_await pause.wait(stop, QDeadlineTimer(500));
    co_await waiter.wait(stop, QDeadlineTimer(std::chrono::seconds(10)));
  }
  m_monitored.erase(run.run);
  emit m_registry.changed(run.run);
}

}  // namespace trainyard
