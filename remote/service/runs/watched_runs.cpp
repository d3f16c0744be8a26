// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/runs/watched_runs.h"

#include <QNetworkProxy>

#include "remote/process/waiter.h"
#include "remote/service/life/run_watcher.h"
#include "remote/service/registry/job_place.h"
#include "remote/service/runs/array_summary.h"

namespace trainyard {

WatchedRuns::WatchedRuns(RunRegistry& registry, TargetRegistry& targets, Submissions& submissions,
                         Cancellations& cancels, TaskGroup& tasks)
    : m_registry(registry),
      m_targets(targets),
      m_submissions(submissions),
      m_cancels(cancels),
      m_tasks(tasks) {
  m_network.setProxy(QNetworkProxy::NoProxy);
}

// An end is seen before the job's last process is gone; what follows waits for that.
QCoro::Task<bool> WatchedRuns::settle(QString run) {
  const QDeadlineTimer deadline(std::chrono::seconds(15));
  Waiter waiter;
  while (m_watched.contains(run) && !deadline.hasExpired())
    if (const Waited waited = co_await waiter.wait(m_tasks.token(), QDeadlineTimer(50));
        waited == Waited::stopped)
      break;
  co_return !m_watched.contains(run);
}

void WatchedRuns::stop(const QString& run) {
  if (const auto watched = m_watched.find(run); watched != m_watched.end())
    watched->second.request_stop();
}

void WatchedRuns::add(const RunRecord& run, const JobRecord& job) {
  if (m_watched.contains(run.run)) return;
  m_watched[run.run] = std::stop_source();
  auto tasks = m_registry.store.tasksOf(run.run);
  if (tasks && !tasks->isEmpty())
    m_tasks.start(watchArray(run));
  else
    m_tasks.start(watch(run, job));
}

QCoro::Task<void> WatchedRuns::watch(RunRecord run, JobRecord job) {
  RunWatcher::End end = RunWatcher::End::stopped;
  std::stop_source own = m_watched.at(run.run);
  const std::stop_callback whenAllEnd(m_tasks.token(), [&own] { own.request_stop(); });
  if (auto held = m_targets.hold(run.target)) {
    const JobPlace place = placeOf(m_registry.store, run);
    run.arrayIndex = place.task;
    RunWatcher watcher(m_registry, m_targets, m_network, *held, run, job, place.folder,
                       [this, id = run.run] { return m_cancels.isOpen(id); });
    end = co_await watcher.watch(own.get_token());
  }
  m_watched.erase(run.run);
  auto record = m_registry.store.run(run.run);
  if (end == RunWatcher::End::again && record)
    m_tasks.start(
        m_submissions.resume(*record, QProcessEnvironment::systemEnvironment(), m_tasks.token()));
  emit m_registry.changed(run.run);
}

// An array's state is derived from its tasks.
QCoro::Task<void> WatchedRuns::watchArray(RunRecord run) {
  std::stop_source own = m_watched.at(run.run);
  const std::stop_callback whenAllEnd(m_tasks.token(), [&own] { own.request_stop(); });
  const std::stop_token stop = own.get_token();
  Waiter waiter;
  QSet<QString> ids;
  QObject::connect(&m_registry, &RunRegistry::changed, &waiter, [&](const QString& changed) {
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
  m_watched.erase(run.run);
  emit m_registry.changed(run.run);
}

}  // namespace trainyard
