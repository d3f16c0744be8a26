// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/runs/runs.h"

#include "engine/contract/messages.h"
#include "remote/history/historic_run.h"
#include "remote/process/waiter.h"
#include "remote/service/registry/adopted_job.h"
#include "remote/service/registry/run_settings.h"
#include "remote/service/runs/checkpoint_removal.h"
#include "engine/contract/experiment/reader.h"
#include "remote/service/registry/run_error.h"
#include "remote/submit/changed_settings.h"

namespace trainyard {
namespace {

// In the set during its lifetime.
class Busy {
 public:
  Busy(QSet<QString>& set, QString run) : m_set(set), m_run(std::move(run)) { m_set.insert(m_run); }
  ~Busy() { m_set.remove(m_run); }
  Busy(const Busy&) = delete;
  Busy& operator=(const Busy&) = delete;

 private:
  QSet<QString>& m_set;
  QString m_run;
};

}  // namespace

Runs::Runs(RunRegistry& registry, TargetRegistry& targets)
    : m_registry(registry),
      m_targets(targets),
      m_submissions(registry, targets),
      m_cancels(registry, targets, m_submissions),
      m_watched(registry, targets, m_submissions, m_cancels, m_tasks) {
  connect(&m_submissions, &Submissions::started, this, &Runs::take);
}

Result<void> Runs::begin() {
  if (auto opened = m_registry.writer.open(); !opened) return opened;
  if (auto begun = m_submissions.begin(); !begun) return begun;
  TRY(auto runs, m_registry.store.runs());
  for (const RunRecord& run : runs)
    if (isOpen(run.state) && !m_submissions.isOpen(run.run)) m_tasks.start(follow(run));
  m_tasks.start(scan(QStringLiteral("here"), m_tasks.token()));
  m_tasks.start(fillSettings());
  return m_cancels.begin();
}

QCoro::Task<void> Runs::finish() {
  co_await m_submissions.finish();
  co_await m_cancels.finish();
  co_await m_tasks.finish();
}

Result<Runs::Found> Runs::find(const QString& run) {
  TRY(auto record, m_registry.store.run(run));
  TRY(auto held, m_targets.hold(record.target));
  return Found{record, held};
}

// Called when a submission has a job.
void Runs::take(const RunRecord& run, const JobRecord& job, const QList<RunRecord>& tasks) {
  for (const RunRecord& task : tasks) m_watched.add(task, job);
  m_watched.add(run, job);
  emit m_registry.changed(run.run);
}

QCoro::Task<Result<void>> Runs::resume(QString run, QStringList changes,
                                       QProcessEnvironment environment, std::stop_token stop) {
  CO_TRY(auto record, m_registry.store.run(run));
  if (isAdoptedJob(record)) co_return refusalOf("resume.adopted", record);
  if (isImported(record)) co_return refusalOf("resume.imported", record);
  CO_TRY(auto tasks, m_registry.store.tasksOf(run));
  if (tasks.isEmpty()) {
    CO_TRY(co_await change(record, std::move(changes), stop));
    if (record.parent.isEmpty()) co_return co_await resumeOne(record, std::move(environment), stop);
    tasks.append(record);
    co_return co_await resumeTasks(tasks, std::move(environment), stop);
  }
  if (isOpen(record.state)) co_return refusalOf("run.open", record);
  tasks.removeIf([](const RunRecord& task) { return task.state == RunState::completed; });
  if (tasks.isEmpty()) co_return refusalOf("run.completed", record);
  if (!changes.isEmpty()) {
    std::string names;
    for (const RunRecord& task : tasks)
      names += (names.empty() ? "" : ", ") + task.run.left(8).toStdString();
    co_return make_error("resume.several", {{"runs", names}});
  }
  co_return co_await resumeTasks(tasks, std::move(environment), stop);
}

// Only of a run that has ended: what runs has read its experiment.
QCoro::Task<Result<void>> Runs::change(RunRecord run, QStringList changes, std::stop_token stop) {
  if (changes.isEmpty()) co_return {};
  if (isOpen(run.state) || m_submissions.isOpen(run.run)) co_return refusalOf("run.open", run);
  if (run.state == RunState::completed) co_return refusalOf("run.completed", run);
  CO_TRY(auto held, co_await m_targets.ready(run.target, TargetRegistry::Login::onDemand, stop));
  CO_TRY(const Experiment experiment,
         co_await changeSettings(held.target, run.folder, std::move(changes), stop));
  m_registry.check(m_registry.writer.setSettings(run.run, settingsOf(experiment)));
  co_return {};
}

QCoro::Task<Result<void>> Runs::resumeTasks(QList<RunRecord> tasks, QProcessEnvironment environment,
                                            std::stop_token stop) {
  const QString parent = tasks.first().parent;
  const auto before = m_registry.store.run(parent);
  if (before && !isOpen(before->state))
    m_registry.check(m_registry.writer.setOpen(parent, RunState::waiting, {}));
  Result<void> result;
  for (const RunRecord& task : tasks)
    if (auto resumed = co_await resumeOne(task, environment, stop); !resumed) result = resumed;
  if (auto record = m_registry.store.run(parent)) m_watched.add(*record, {});
  co_return result;
}

QCoro::Task<Result<void>> Runs::resumeOne(RunRecord run, QProcessEnvironment environment,
                                          std::stop_token stop) {
  const bool isBeingSubmitted = m_submissions.isOpen(run.run);
  const bool isOver =
      isBeingSubmitted || (!isOpen(run.state) && co_await m_watched.settle(run.run));
  if (!isOver) co_return refusalOf("run.open", run);
  if (run.state == RunState::completed) co_return refusalOf("run.completed", run);
  // Checked last, without awaiting anything before the submission is open, since removal checks for
  // that.
  if (m_removed.contains(run.run) || m_removed.contains(run.parent))
    co_return refusalOf("run.being_removed", run);
  auto resumed = co_await m_submissions.resume(run, std::move(environment), stop);
  co_return resumed;
}

// Only a run folder directly in the base that contains this run's own run.json is ever deleted.
QCoro::Task<Result<void>> Runs::checkRemovable(Found found) {
  const RunRecord& run = found.run;
  const Target& target = found.held.target;
  const Error refused =
      refusalOf("run.not_removed", run,
                {{"folder", run.folder.toStdString()}, {"base", target.base.toStdString()}});
  const qsizetype slash = run.folder.lastIndexOf(QLatin1Char('/'));
  const QString name = run.folder.mid(slash + 1);
  if (run.folder.left(slash) != target.base || name.isEmpty() || name.startsWith(QLatin1Char('.')))
    co_return refused;
  CO_TRY(auto entries, co_await target.host->list(target.base, m_tasks.token()));
  for (const FolderEntry& entry : entries) {
    if (entry.name != name) continue;
    if (!entry.isFolder) co_return refused;
    auto itself = co_await readRunFolder(target, run.folder, m_tasks.token());
    if (!itself && itself.error().exit_code == ExitCode::unreachable) co_return itself.error();
    if (!itself || itself->record.run != run.run) co_return refused;
  }
  co_return {};
}

QCoro::Task<Result<void>> Runs::remove(QString run, RemoveWhat what) {
  CO_TRY(auto record, m_registry.store.run(run));
  if (m_removed.contains(run)) co_return refusalOf("run.being_removed", record);
  const Busy busy(m_removed, run);
  // The files of an imported run belong to the tracker.
  if (what == RemoveWhat::entry || isImported(record)) {
    auto forgotten = co_await forget(record);
    co_return forgotten;
  }
  CO_TRY(auto found, find(run));
  if (m_submissions.isOpen(run)) co_return refusalOf("run.being_resumed", record);
  const bool isOver = !isOpen(record.state) && co_await m_watched.settle(run);
  if (!isOver) co_return refusalOf("run.open", record);
  CO_TRY(co_await checkRemovable(found));
  if (m_submissions.isOpen(run)) co_return refusalOf("run.being_resumed", record);
  const QString path =
      what == RemoveWhat::all ? record.folder : record.folder + QStringLiteral("/checkpoints");
  CO_TRY(co_await found.held.target.host->removeTree(path, m_tasks.token()));
  if (what == RemoveWhat::all) {
    CO_TRY(takeOut(record));
  }
  emit m_registry.changed(run);
  co_return {};
}

QCoro::Task<Result<QStringList>> Runs::removeCheckpoints(QString run, QStringList names) {
  CO_TRY(auto record, m_registry.store.run(run));
  if (m_removed.contains(run)) co_return refusalOf("run.being_removed", record);
  const Busy busy(m_removed, run);
  CO_TRY(auto found, find(run));
  CO_TRY(co_await checkRemovable(found));
  if (m_submissions.isOpen(run)) co_return refusalOf("run.being_resumed", record);
  auto removed = co_await trainyard::removeCheckpoints(*found.held.target.host, found.run,
                                                       std::move(names), m_tasks.token());
  emit m_registry.changed(run);
  co_return removed;
}

// If a target is permanently gone, it cannot be queried: only what the store knows about the run is
// removed.
QCoro::Task<Result<void>> Runs::forget(RunRecord run) {
  if (m_submissions.isOpen(run.run)) co_return refusalOf("run.being_resumed", run);
  if (isOpen(run.state)) {
    auto held = m_targets.hold(run.target);
    if (held && held->site->link().link == TargetLink::connected)
      co_return refusalOf("run.target_answers", run, {{"target", run.target.toStdString()}});
  }
  m_watched.stop(run.run);
  if (auto tasks = m_registry.store.tasksOf(run.run))
    for (const RunRecord& task : *tasks) m_watched.stop(task.run);
  (void)co_await m_watched.settle(run.run);
  CO_TRY(takeOut(run));
  emit m_registry.changed(run.run);
  co_return {};
}

Result<void> Runs::takeOut(const RunRecord& run) {
  TRY(m_registry.writer.removeRun(run.run));
  if (run.study.isEmpty()) return {};
  const auto left = m_registry.store.study(run.study);
  if (left && left->isEmpty()) emit m_registry.studyEmptied(run.study);
  return {};
}

QCoro::Task<Result<ScanAnswer>> Runs::scan(QString target, std::stop_token stop) {
  CO_TRY(auto held, m_targets.hold(target));
  CO_TRY(auto runs, m_registry.store.runs());
  QSet<QString> known;
  for (const RunRecord& run : runs)
    if (run.target == target) known.insert(run.folder);
  CO_TRY(auto entries, co_await held.target.host->list(held.target.base, stop));
  // Another scan of the target may be at it, as at the start of the service: both add, and each
  // tells what was added while it ran.
  const int before = m_adopted[target];
  ScanAnswer answer;
  for (const FolderEntry& entry : entries) {
    const QString folder = held.target.base + QLatin1Char('/') + entry.name;
    if (!entry.isFolder || entry.name.startsWith(QLatin1Char('.')) || known.contains(folder))
      continue;
    CO_TRY(auto adopted, co_await adopt(held, folder, answer.copies, stop));
    m_adopted[target] += adopted ? 1 : 0;
  }
  answer.added = m_adopted[target] - before;
  co_return answer;
}

QCoro::Task<Result<bool>> Runs::adopt(HeldTarget held, QString folder, QList<CopiedRun>& copies,
                                      std::stop_token stop) {
  auto found = co_await readRunFolder(held.target, folder, stop);
  // A folder that is not a run is skipped, but one that cannot be read is an error.
  if (!found && (found.error().exit_code == ExitCode::unreachable ||
                 found.error().kind == ErrorKind::cancelled))
    co_return found.error();
  if (!found) co_return false;
  if (const auto known = m_registry.store.run(found->record.run)) {
    if (known->folder != folder) copies.append({folder, known->run, known->folder});
    co_return false;
  }
  co_return add(*found);
}

bool Runs::add(const FoundRun& found) {
  if (!m_registry.check(m_registry.writer.addRun(found.record))) return false;
  if (found.job.submission > 0)
    m_registry.check(m_registry.writer.addJob(found.record.run, found.job));
  for (const FoundTask& task : found.tasks)
    if (m_registry.check(m_registry.writer.addRun(task.record)) &&
        m_registry.check(m_registry.writer.addJob(task.record.run, task.job)))
      m_watched.add(task.record, task.job);
  m_registry.check(m_registry.writer.setSettings(found.record.run, found.settings));
  m_watched.add(found.record, found.job);
  emit m_registry.changed(found.record.run);
  return true;
}

QCoro::Task<Result<bool>> Runs::adopt(QString target, QString folder, QStringList studyValues,
                                      std::stop_token stop) {
  CO_TRY(auto held, m_targets.hold(target));
  auto found = co_await readRunFolder(held.target, folder, stop);
  if (!found || found->job.job.isEmpty() || m_registry.store.run(found->record.run))
    co_return false;
  found->record.studyValues = std::move(studyValues);
  co_return add(*found);
}

QCoro::Task<Result<bool>> Runs::takeNewestJob(QString run, std::stop_token stop) {
  CO_TRY(auto found, find(run));
  CO_TRY(const JobRecord job, co_await newestJob(found.held.target, found.run.folder, stop));
  if (job.job.isEmpty()) co_return false;
  CO_TRY(const auto known, m_registry.store.jobs(run));
  if (!known.isEmpty() && known.last().submission >= job.submission) co_return false;
  // The one before may still be being followed to its end.
  const bool isOver = co_await m_watched.settle(run);
  if (!isOver) co_return false;
  m_registry.check(m_registry.writer.addJob(run, job));
  m_registry.check(m_registry.writer.setOpen(run, RunState::waiting, {}));
  m_watched.add(found.run, job);
  emit m_registry.changed(run);
  co_return true;
}

// Runs that an older version wrote lack their settings: they are read from the folders on this
// computer, one after the other. Of others what their study says is known.
QCoro::Task<void> Runs::fillSettings() {
  auto missing = m_registry.store.withoutSettings();
  if (!missing) co_return;
  for (const QString& name : std::as_const(*missing)) {
    if (m_tasks.token().stop_requested()) co_return;
    auto run = m_registry.store.run(name);
    if (!run) continue;
    QList<RunSetting> settings = settingsOf(run->studyValues);
    auto held = m_targets.hold(run->target);
    if (held && run->target == QLatin1String("here")) {
      auto resolved = co_await held->target.host->readFile(
          run->folder + QStringLiteral("/resolved.yaml"), 0, 1 << 20, m_tasks.token());
      if (resolved)
        settings = settingsOf(read_experiment(resolved->toStdString(), "resolved.yaml").experiment);
    }
    m_registry.check(m_registry.writer.setSettings(name, settings));
    emit m_registry.changed(name);
  }
}

// Continues runs that were open when the service ended; the newest job may not have been recorded.
QCoro::Task<void> Runs::follow(RunRecord run) {
  auto jobs = m_registry.store.jobs(run.run);
  if (jobs && !jobs->isEmpty()) {
    m_watched.add(run, jobs->last());
    co_return;
  }
  auto held = m_targets.hold(run.target);
  if (!held) co_return;
  auto job = co_await newestJob(held->target, run.folder, m_tasks.token());
  if (job) m_watched.add(run, *job);
}

}  // namespace trainyard
