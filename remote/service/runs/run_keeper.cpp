#include "remote/service/runs/run_keeper.h"

#include <QNetworkProxy>

#include "remote/service/runs/array_summary.h"
#include "remote/service/book/job_place.h"
#include "remote/service/runs/run_adoption.h"
#include "remote/service/book/run_error.h"
#include "remote/service/follow/run_watcher.h"

namespace trainyard {
RunKeeper::RunKeeper(RunBook& book, TargetKeeper& targets)
    : m_book(book),
      m_targets(targets),
      m_submissions(book, targets),
      m_cancels(book, targets, m_submissions) {
  m_network.setProxy(QNetworkProxy::NoProxy);
  connect(&m_submissions, &SubmissionKeeper::started, this, &RunKeeper::take);
}

Result<void> RunKeeper::begin() {
  if (auto opened = m_book.writer.open(); !opened) return opened;
  if (auto begun = m_submissions.begin(); !begun) return begun;
  auto runs = m_book.store.runs();
  if (!runs) return runs.error();
  for (const RunRecord& run : *runs)
    if (isOpen(run.state) && !m_submissions.isOpen(run.run)) m_tasks.start(follow(run));
  m_tasks.start(scan(QStringLiteral("here"), m_tasks.token()));
  return m_cancels.begin();
}

QCoro::Task<void> RunKeeper::finish() {
  co_await m_submissions.finish();
  co_await m_cancels.finish();
  co_await m_tasks.finish();
}

Result<RunKeeper::Found> RunKeeper::find(const QString& run) {
  auto record = m_book.store.run(run);
  if (!record) return record.error();
  auto held = m_targets.hold(record->target);
  if (!held) return held.error();
  return Found{*record, *held};
}

// A submission that came to its job.
void RunKeeper::take(const RunRecord& run, const JobRecord& job, const QList<RunRecord>& tasks) {
  for (const RunRecord& task : tasks) monitor(task, job);
  monitor(run, job);
  emit m_book.changed(run.run);
}

// An end is seen before the job's last process is gone; what comes next waits for that.
QCoro::Task<bool> RunKeeper::settle(QString run) {
  const QDeadlineTimer deadline(std::chrono::seconds(15));
  Waiter waiter;
  while (m_monitored.contains(run) && !deadline.hasExpired())
    if (const Waited waited = co_await waiter.wait(m_tasks.token(), QDeadlineTimer(50));
        waited == Waited::stopped)
      break;
  co_return !m_monitored.contains(run) && !m_busy.contains(run);
}

QCoro::Task<Result<void>> RunKeeper::resume(QString run, QProcessEnvironment environment,
                                            std::stop_token stop) {
  auto record = m_book.store.run(run);
  if (!record) co_return record.error();
  auto tasks = m_book.store.tasksOf(run);
  if (!tasks) co_return tasks.error();
  if (tasks->isEmpty()) {
    auto resumed = co_await resumeOne(*record, std::move(environment), stop);
    co_return resumed;
  }
  if (isOpen(record->state))
    co_return runError("run.open", *record, QStringLiteral("is still going; cancel it first"));
  tasks->removeIf([](const RunRecord& task) { return task.state == RunState::completed; });
  if (tasks->isEmpty())
    co_return runError("run.completed", *record,
                       QStringLiteral("is complete; there is nothing to resume"));
  co_return co_await resumeTasks(*tasks, std::move(environment), stop);
}

QCoro::Task<Result<void>> RunKeeper::resumeTasks(QList<RunRecord> tasks,
                                                 QProcessEnvironment environment,
                                                 std::stop_token stop) {
  const QString parent = tasks.first().parent;
  m_book.took(m_book.writer.setOpen(parent, RunState::waiting, {}));
  Result<void> result;
  for (const RunRecord& task : tasks)
    if (auto resumed = co_await resumeOne(task, environment, stop); !resumed) result = resumed;
  if (auto record = m_book.store.run(parent)) monitor(*record, {});
  co_return result;
}

QCoro::Task<Result<void>> RunKeeper::resumeOne(RunRecord run, QProcessEnvironment environment,
                                               std::stop_token stop) {
  const bool isBeingSubmitted = m_submissions.isOpen(run.run);
  const bool isOver = isBeingSubmitted || (!isOpen(run.state) && co_await settle(run.run));
  if (!isOver)
    co_return runError("run.open", run, QStringLiteral("is still going; cancel it first"));
  if (run.state == RunState::completed)
    co_return runError("run.completed", run,
                       QStringLiteral("is complete; there is nothing to resume"));
  auto resumed = co_await m_submissions.resume(run, std::move(environment), stop);
  co_return resumed;
}

// Only a run folder that lies directly in the base and carries this run's own run.json is ever
// deleted.
QCoro::Task<Result<void>> RunKeeper::checkRemovable(Found found) {
  const RunRecord& run = found.run;
  const Target& target = found.held.target;
  const Error refused = runError(
      "run.not_removed", run,
      QStringLiteral("is not removed: %1 is not its folder in %2").arg(run.folder, target.base));
  const qsizetype slash = run.folder.lastIndexOf(QLatin1Char('/'));
  const QString name = run.folder.mid(slash + 1);
  if (run.folder.left(slash) != target.base || name.isEmpty() || name.startsWith(QLatin1Char('.')))
    co_return refused;
  auto entries = co_await target.host->list(target.base, m_tasks.token());
  if (!entries) co_return entries.error();
  for (const FolderEntry& entry : *entries) {
    if (entry.name != name) continue;
    if (!entry.isFolder) co_return refused;
    auto itself = co_await readRunFolder(target, run.folder, m_tasks.token());
    if (!itself && itself.error().exit_code == ExitCode::unreachable) co_return itself.error();
    if (!itself || itself->record.run != run.run) co_return refused;
  }
  co_return {};
}

QCoro::Task<Result<void>> RunKeeper::remove(QString run, RemoveWhat what) {
  auto found = find(run);
  if (!found) co_return found.error();
  const RunRecord& record = found->run;
  const bool isOver = !isOpen(record.state) && co_await settle(run);
  if (!isOver)
    co_return runError("run.open", record, QStringLiteral("is still going; cancel it first"));
  if (auto removable = co_await checkRemovable(*found); !removable) co_return removable;
  const QString path =
      what == RemoveWhat::all ? record.folder : record.folder + QStringLiteral("/checkpoints");
  if (auto removed = co_await found->held.target.host->removeTree(path, m_tasks.token()); !removed)
    co_return removed;
  if (what == RemoveWhat::all)
    if (auto removed = m_book.writer.removeRun(run); !removed) co_return removed;
  emit m_book.changed(run);
  co_return {};
}

QCoro::Task<Result<int>> RunKeeper::scan(QString target, std::stop_token stop) {
  auto held = m_targets.hold(target);
  if (!held) co_return held.error();
  auto runs = m_book.store.runs();
  if (!runs) co_return runs.error();
  QSet<QString> known;
  for (const RunRecord& run : *runs)
    if (run.target == target) known.insert(run.folder);
  auto entries = co_await held->target.host->list(held->target.base, stop);
  if (!entries) co_return entries.error();
  int added = 0;
  for (const FolderEntry& entry : *entries) {
    const QString folder = held->target.base + QLatin1Char('/') + entry.name;
    if (!entry.isFolder || entry.name.startsWith(QLatin1Char('.')) || known.contains(folder))
      continue;
    auto adopted = co_await adopt(*held, folder, stop);
    if (!adopted) co_return adopted.error();
    added += *adopted ? 1 : 0;
  }
  co_return added;
}

QCoro::Task<Result<bool>> RunKeeper::adopt(HeldTarget held, QString folder, std::stop_token stop) {
  auto found = co_await readRunFolder(held.target, folder, stop);
  // What is no run folder is passed over, what cannot be asked is not.
  if (!found &&
      (found.error().exit_code == ExitCode::unreachable || found.error().code == "cancelled"))
    co_return found.error();
  if (!found || m_book.store.run(found->record.run)) co_return false;  // a copied folder
  if (auto added = m_book.writer.addRun(found->record); !added) co_return added.error();
  if (found->job.submission > 0) m_book.took(m_book.writer.addJob(found->record.run, found->job));
  for (const FoundTask& task : found->tasks)
    if (m_book.took(m_book.writer.addRun(task.record)) &&
        m_book.took(m_book.writer.addJob(task.record.run, task.job)))
      monitor(task.record, task.job);
  monitor(found->record, found->job);
  emit m_book.changed(found->record.run);
  co_return true;
}

// What was open when the service ended; the newest job may not have been written down.
QCoro::Task<void> RunKeeper::follow(RunRecord run) {
  auto jobs = m_book.store.jobs(run.run);
  if (jobs && !jobs->isEmpty()) {
    monitor(run, jobs->last());
    co_return;
  }
  auto held = m_targets.hold(run.target);
  if (!held) co_return;
  auto job = co_await newestJob(held->target, run.folder, m_tasks.token());
  if (job) monitor(run, *job);
}

void RunKeeper::monitor(const RunRecord& run, const JobRecord& job) {
  if (m_monitored.contains(run.run)) return;
  m_monitored.insert(run.run);
  auto tasks = m_book.store.tasksOf(run.run);
  if (tasks && !tasks->isEmpty())
    m_tasks.start(watchArray(run));
  else
    m_tasks.start(watch(run, job));
}

QCoro::Task<void> RunKeeper::watch(RunRecord run, JobRecord job) {
  RunWatcher::End end = RunWatcher::End::stopped;
  if (auto held = m_targets.hold(run.target)) {
    const JobPlace place = placeOf(m_book.store, run);
    run.arrayIndex = place.task;
    RunWatcher watcher(m_book, m_targets, m_network, *held, run, job, place.folder);
    end = co_await watcher.watch(m_tasks.token());
  }
  m_monitored.remove(run.run);
  auto record = m_book.store.run(run.run);
  if (end == RunWatcher::End::again && record) {
    if (m_cancels.isOpen(run.run))
      m_book.took(m_book.writer.endAs(run.run, record->attempt));
    else
      m_tasks.start(
          m_submissions.resume(*record, QProcessEnvironment::systemEnvironment(), m_tasks.token()));
  }
  emit m_book.changed(run.run);
}

// An array is what its tasks are.
QCoro::Task<void> RunKeeper::watchArray(RunRecord run) {
  const std::stop_token stop = m_tasks.token();
  Waiter waiter;
  QSet<QString> ids;
  connect(&m_book, &RunBook::changed, &waiter, [&](const QString& changed) {
    if (ids.contains(changed)) waiter.wake();
  });
  QString shown;
  while (!stop.stop_requested()) {
    auto tasks = m_book.store.tasksOf(run.run);
    if (tasks) {
      for (const RunRecord& task : *tasks) ids.insert(task.run);
      const ArraySummary summary = summaryOf(*tasks);
      if (const QString key = nameOf(summary.state) + summary.reason; key != shown) {
        m_book.took(isOpen(summary.state)
                        ? m_book.writer.setOpen(run.run, summary.state, summary.reason)
                        : m_book.writer.setEnded(run.run, summary.state, summary.code,
                                                 summary.reason, summary.exitCode));
        shown = key;
        emit m_book.changed(run.run);
      }
      if (!isOpen(summary.state)) break;
    }
    // Many tasks change at once; and some without a word of their own.
    Waiter pause;
    co_await pause.wait(stop, QDeadlineTimer(500));
    co_await waiter.wait(stop, QDeadlineTimer(std::chrono::seconds(10)));
  }
  m_monitored.remove(run.run);
  emit m_book.changed(run.run);
}

}  // namespace trainyard
