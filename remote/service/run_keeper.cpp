#include "remote/service/run_keeper.h"

#include <QNetworkProxy>

#include "remote/service/array_summary.h"
#include "remote/service/run_adoption.h"
#include "remote/service/run_watcher.h"

namespace trainyard {
namespace {

Error runError(const char* code, const RunRecord& run, const QString& what) {
  return Error{code, {{"run", run.run.toStdString()}}, (run.name + QLatin1Char(' ') + run.run.left(8) + QLatin1Char(' ') + what).toStdString(), ExitCode::invalid_input};
}

}  // namespace

RunKeeper::RunKeeper(RunBook& book, TargetKeeper& targets) : m_book(book), m_targets(targets), m_submissions(book, targets) {
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
  return {};
}

QCoro::Task<void> RunKeeper::finish() {
  co_await m_submissions.finish();
  co_await m_tasks.finish();
}

Result<RunKeeper::Found> RunKeeper::find(const QString& run) {
  auto record = m_book.store.run(run);
  if (!record) return record.error();
  auto held = m_targets.hold(record->target);
  if (!held) return held.error();
  return Found{*record, *held};
}

// A task's job is its parent's, unless it was started again by itself.
JobPlace RunKeeper::placeOf(const RunRecord& run) const {
  JobPlace place;
  place.folder = run.folder;
  if (auto jobs = m_book.store.jobs(run.run); jobs && !jobs->isEmpty()) {
    const JobRecord& job = jobs->last();
    place.submission = job.submission;
    place.token = job.token;
    place.job = job.job;
    place.submitted = job.submitted;
  }
  const bool isOwn = place.token.startsWith(QStringLiteral("%1-%2.").arg(run.name, run.run.left(8)));
  if (run.parent.isEmpty() || isOwn) return place;
  place.task = run.arrayIndex;
  if (auto parent = m_book.store.run(run.parent)) place.folder = parent->folder;
  return place;
}

// A submission that came to its job.
void RunKeeper::take(const RunRecord& run, const JobRecord& job, const QList<RunRecord>& tasks, bool cancelled) {
  for (const RunRecord& task : tasks) monitor(task, job);
  monitor(run, job);
  emit m_book.changed(run.run);
  if (cancelled) m_tasks.start(cancelJob(run.run));
}

// An end is seen before the job's last process is gone; what comes next waits for that.
QCoro::Task<bool> RunKeeper::settle(QString run) {
  const QDeadlineTimer deadline(std::chrono::seconds(15));
  Waiter waiter;
  while (m_monitored.contains(run) && !deadline.hasExpired())
    if (co_await waiter.wait(m_tasks.token(), QDeadlineTimer(50)) == Waited::stopped) break;
  co_return !m_monitored.contains(run) && !m_busy.contains(run);
}

QCoro::Task<Result<void>> RunKeeper::resume(QString run, QProcessEnvironment environment, std::stop_token stop) {
  auto record = m_book.store.run(run);
  if (!record) co_return record.error();
  auto tasks = m_book.store.tasksOf(run);
  if (!tasks) co_return tasks.error();
  if (tasks->isEmpty()) {
    auto resumed = co_await resumeOne(*record, std::move(environment), stop);
    co_return resumed;
  }
  if (isOpen(record->state)) co_return runError("run.open", *record, QStringLiteral("is still going; cancel it first"));
  tasks->removeIf([](const RunRecord& task) { return task.state == RunState::completed; });
  if (tasks->isEmpty()) co_return runError("run.completed", *record, QStringLiteral("is complete; there is nothing to resume"));
  co_return co_await resumeTasks(*tasks, std::move(environment), stop);
}

QCoro::Task<Result<void>> RunKeeper::resumeTasks(QList<RunRecord> tasks, QProcessEnvironment environment, std::stop_token stop) {
  const QString parent = tasks.first().parent;
  m_book.took(m_book.writer.setOpen(parent, RunState::waiting, {}));
  Result<void> result;
  for (const RunRecord& task : tasks)
    if (auto resumed = co_await resumeOne(task, environment, stop); !resumed) result = resumed;
  if (auto record = m_book.store.run(parent)) monitor(*record, {});
  co_return result;
}

QCoro::Task<Result<void>> RunKeeper::resumeOne(RunRecord run, QProcessEnvironment environment, std::stop_token stop) {
  const bool isBeingSubmitted = m_submissions.isOpen(run.run);
  if (!isBeingSubmitted && (isOpen(run.state) || !co_await settle(run.run))) co_return runError("run.open", run, QStringLiteral("is still going; cancel it first"));
  if (run.state == RunState::completed) co_return runError("run.completed", run, QStringLiteral("is complete; there is nothing to resume"));
  auto resumed = co_await m_submissions.resume(run, std::move(environment), stop);
  co_return resumed;
}

QCoro::Task<Result<void>> RunKeeper::cancel(QString run) {
  if (m_submissions.isOpen(run)) {
    m_submissions.cancel(run);
    co_return {};
  }
  auto cancelled = co_await cancelJob(run);
  co_return cancelled;
}

QCoro::Task<Result<void>> RunKeeper::cancelJob(QString run) {
  auto found = find(run);
  if (!found) co_return found.error();
  const RunRecord& record = found->run;
  const Target& target = found->held.target;
  if (!isOpen(record.state)) co_return runError("run.ended", record, QStringLiteral("is over already"));
  const auto undelivered = [&](const Error& error) {
    Error told = runError("cancel.undelivered", record, QStringLiteral("goes on: the cancel could not be delivered to %1 (%2); cancel it again when it can be reached").arg(target.name, QString::fromStdString(error.message)));
    told.exit_code = error.exit_code;
    return told;
  };
  // First the mark, then the signal: whoever sees the signal finds out that it was meant as a cancel. A full disk that takes no
  // mark must not keep a run going.
  if (auto written = co_await target.host->writeFile(record.folder + QStringLiteral("/cancel"), {}, m_tasks.token()); !written) {
    if (written.error().exit_code == ExitCode::unreachable) co_return undelivered(written.error());
    qWarning("cancel: %s", written.error().message.c_str());
  }
  // Each task looks for the mark in its own folder.
  if (auto tasks = m_book.store.tasksOf(run))
    for (const RunRecord& task : *tasks)
      if (isOpen(task.state)) (void)co_await target.host->writeFile(task.folder + QStringLiteral("/cancel"), {}, m_tasks.token());
  auto cancelled = co_await target.scheduler->cancel(placeOf(record), m_tasks.token());
  if (!cancelled && cancelled.error().code != "cancelled") co_return undelivered(cancelled.error());
  co_return cancelled;
}

// Only a run folder that lies directly in the base and carries this run's own run.json is ever deleted.
QCoro::Task<Result<void>> RunKeeper::checkRemovable(Found found) {
  const RunRecord& run = found.run;
  const Target& target = found.held.target;
  const Error refused = runError("run.not_removed", run, QStringLiteral("is not removed: %1 is not its folder in %2").arg(run.folder, target.base));
  const qsizetype slash = run.folder.lastIndexOf(QLatin1Char('/'));
  const QString name = run.folder.mid(slash + 1);
  if (run.folder.left(slash) != target.base || name.isEmpty() || name.startsWith(QLatin1Char('.'))) co_return refused;
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
  if (isOpen(record.state) || !co_await settle(run)) co_return runError("run.open", record, QStringLiteral("is still going; cancel it first"));
  if (auto removable = co_await checkRemovable(*found); !removable) co_return removable;
  const QString path = what == RemoveWhat::all ? record.folder : record.folder + QStringLiteral("/checkpoints");
  if (auto removed = co_await found->held.target.host->removeTree(path, m_tasks.token()); !removed) co_return removed;
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
    if (!entry.isFolder || entry.name.startsWith(QLatin1Char('.')) || known.contains(folder)) continue;
    auto adopted = co_await adopt(*held, folder, stop);
    if (!adopted) co_return adopted.error();
    added += *adopted ? 1 : 0;
  }
  co_return added;
}

QCoro::Task<Result<bool>> RunKeeper::adopt(HeldTarget held, QString folder, std::stop_token stop) {
  auto found = co_await readRunFolder(held.target, folder, stop);
  // What is no run folder is passed over, what cannot be asked is not.
  if (!found && (found.error().exit_code == ExitCode::unreachable || found.error().code == "cancelled")) co_return found.error();
  if (!found || m_book.store.run(found->record.run)) co_return false;  // a copied folder
  if (auto added = m_book.writer.addRun(found->record); !added) co_return added.error();
  if (found->job.submission > 0) m_book.took(m_book.writer.addJob(found->record.run, found->job));
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
  if (tasks && !tasks->isEmpty()) m_tasks.start(watchArray(run));
  else m_tasks.start(watch(run, job));
}

QCoro::Task<void> RunKeeper::watch(RunRecord run, JobRecord job) {
  RunWatcher::End end = RunWatcher::End::stopped;
  if (auto held = m_targets.hold(run.target)) {
    const JobPlace place = placeOf(run);
    run.arrayIndex = place.task;
    RunWatcher watcher(m_book, m_targets, m_network, *held, run, job, place.folder);
    end = co_await watcher.watch(m_tasks.token());
  }
  m_monitored.remove(run.run);
  if (end == RunWatcher::End::again)
    if (auto record = m_book.store.run(run.run)) m_tasks.start(m_submissions.resume(*record, QProcessEnvironment::systemEnvironment(), m_tasks.token()));
  emit m_book.changed(run.run);
}

// An array is what its tasks are.
QCoro::Task<void> RunKeeper::watchArray(RunRecord run) {
  const std::stop_token stop = m_tasks.token();
  Waiter waiter;
  QSet<QString> ids;
  connect(&m_book, &RunBook::changed, &waiter, [&](const QString& changed) { if (ids.contains(changed)) waiter.wake(); });
  QString shown;
  while (!stop.stop_requested()) {
    auto tasks = m_book.store.tasksOf(run.run);
    if (tasks) {
      for (const RunRecord& task : *tasks) ids.insert(task.run);
      const ArraySummary summary = summaryOf(*tasks);
      if (const QString key = nameOf(summary.state) + summary.reason; key != shown) {
        m_book.took(isOpen(summary.state) ? m_book.writer.setOpen(run.run, summary.state, summary.reason)
                                          : m_book.writer.setEnded(run.run, summary.state, summary.code, summary.reason, summary.exitCode));
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
