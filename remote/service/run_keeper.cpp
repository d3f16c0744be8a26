#include "remote/service/run_keeper.h"

#include <algorithm>

#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QNetworkProxy>
#include <QUuid>

#include "engine/contract/experiment/reader.h"
#include "engine/contract/run_folder.h"
#include "remote/scheduler/process_identity.h"
#include "remote/scheduler/turn_waiter.h"

namespace trainyard {
namespace {

constexpr std::chrono::milliseconds endPause{100}, storePause{2000};

RunFolder folderOf(const QString& folder) { return {std::filesystem::path(QFile::encodeName(folder).toStdString())}; }

double now() { return static_cast<double>(QDateTime::currentMSecsSinceEpoch()) / 1000; }

bool isCancelled(const QString& folder) { return QFile::exists(folder + QStringLiteral("/cancel")); }

// The last line that says something, for a job that never came to its agent.
QString lastLine(const QString& path) {
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly)) return {};
  file.seek(std::max<qint64>(0, file.size() - 4096));
  const QList<QByteArray> lines = file.readAll().trimmed().split('\n');
  return QString::fromUtf8(lines.last()).left(500);
}

Error runError(const char* code, const RunRecord& run, const QString& what) {
  return Error{code, {{"run", run.run.toStdString()}}, (run.name + QLatin1Char(' ') + run.run.left(8) + QLatin1Char(' ') + what).toStdString(), ExitCode::invalid_input};
}

JobPlace placeOf(const QString& folder, const JobRecord& job) {
  JobPlace place;
  place.folder = folder;
  place.submission = job.submission;
  place.job = job.job;
  place.submitted = job.submitted;
  return place;
}

JobRecord newestJob(const QString& folder) {
  JobRecord job;
  job.scheduler = QStringLiteral("direct");
  for (const QString& name : QDir(folder + QStringLiteral("/submissions")).entryList(QDir::Dirs | QDir::NoDotAndDotDot))
    job.submission = std::max(job.submission, name.toInt());
  if (auto file = readJobFile(jobFilePath(folder, job.submission))) job.job = file->job;
  return job;
}

}  // namespace

RunKeeper::RunKeeper(QString storePath, QString base, QString programs)
    : m_base(std::move(base)), m_scheduler(programs + QStringLiteral("/yard")),
      m_target{QStringLiteral("here"), &m_host, &m_scheduler, m_base, programs, {}}, m_store(storePath), m_writer(storePath) {
  m_network.setProxy(QNetworkProxy::NoProxy);
}

Result<void> RunKeeper::begin() {
  if (auto opened = m_writer.open(); !opened) return opened;
  auto runs = m_store.runs();
  if (!runs) return runs.error();
  for (const RunRecord& run : *runs)
    if (isOpen(run.state)) monitor(run.run, run.folder, newestJob(run.folder));
  if (auto scanned = scan(); !scanned) return scanned.error();
  return {};
}

QCoro::Task<void> RunKeeper::finish() { return m_tasks.finish(); }

void RunKeeper::reportStore(const Result<void>& done) {
  if (!done) qWarning("store: %s", done.error().message.c_str());
}

Result<void> RunKeeper::checkTarget(const QString& target) const {
  if (target == m_target.name) return {};
  return Error{"target.unknown", {{"target", target.toStdString()}}, "there is no target '" + target.toStdString() + "'; `yard targets` lists them", ExitCode::invalid_input};
}

Result<RenderedSubmission> RunKeeper::render(const ExperimentSource& source, const QString& target) const {
  if (auto known = checkTarget(target); !known) return known.error();
  return renderSubmission(m_target, source);
}

QCoro::Task<Result<StartedRun>> RunKeeper::submit(ExperimentSource source, QString target) {
  if (auto known = checkTarget(target); !known) co_return known.error();
  const QString path = source.path;
  RunRequest request{QUuid::createUuid().toString(QUuid::WithoutBraces), std::move(source), {}};
  auto started = co_await submitRun(m_target, std::move(request), {}, m_tasks.token());
  if (!started) co_return started;
  const Experiment& experiment = started->experiment;
  RunRecord record;
  record.run = started->run;
  record.name = QString::fromStdString(experiment.name);
  record.target = m_target.name;
  record.folder = started->folder;
  record.source = path;
  record.workload = QString::fromUtf8(name_of(experiment.workload).data(), static_cast<qsizetype>(name_of(experiment.workload).size()));
  for (const std::string& tag : experiment.tags) record.tags << QString::fromStdString(tag);
  record.gitCommit = started->gitCommit;
  record.state = RunState::waiting;
  record.created = started->created;
  const JobRecord job{started->submission, m_scheduler.name(), started->job, now()};
  if (auto added = m_writer.addRun(record); !added) co_return added.error();
  if (auto added = m_writer.addJob(record.run, job); !added) co_return added.error();
  monitor(record.run, record.folder, job);
  emit changed(record.run);
  co_return started;
}

// An end is seen before the job's last process is gone; what comes next waits for that.
QCoro::Task<bool> RunKeeper::settle(QString run) {
  const QDeadlineTimer deadline(std::chrono::seconds(15));
  Waiter waiter;
  while (m_monitored.contains(run) && !deadline.hasExpired())
    if (co_await waiter.wait(m_tasks.token(), QDeadlineTimer(50)) == Waited::stopped) break;
  co_return !m_monitored.contains(run) && !m_busy.contains(run);
}

QCoro::Task<Result<void>> RunKeeper::resume(QString run, QProcessEnvironment environment) {
  auto record = m_store.run(run);
  if (!record) co_return record.error();
  if (isOpen(record->state) || !co_await settle(run)) co_return runError("run.open", *record, QStringLiteral("is still going; cancel it first"));
  if (record->state == RunState::completed) co_return runError("run.completed", *record, QStringLiteral("is complete; there is nothing to resume"));
  m_busy.insert(run);
  ResumeRequest request{record->folder, newestJob(record->folder).submission + 1, std::move(environment)};
  const int submission = request.submission;
  auto resumed = co_await resumeRun(m_target, std::move(request), m_tasks.token());
  m_busy.remove(run);
  if (!resumed) co_return resumed.error();
  const JobRecord job{submission, m_scheduler.name(), *resumed, now()};
  if (auto added = m_writer.addJob(run, job); !added) co_return added;
  if (auto set = m_writer.setOpen(run, RunState::waiting, {}); !set) co_return set;
  monitor(run, record->folder, job);
  emit changed(run);
  co_return {};
}

QCoro::Task<Result<void>> RunKeeper::cancel(QString run) {
  auto record = m_store.run(run);
  if (!record) co_return record.error();
  if (!isOpen(record->state)) co_return runError("run.ended", *record, QStringLiteral("is over already"));
  // First the mark, then the signal: whoever sees the signal finds out that it was meant as a cancel. A full disk that takes no
  // mark must not keep a run going.
  if (auto written = co_await m_host.writeFile(record->folder + QStringLiteral("/cancel"), {}, m_tasks.token()); !written)
    qWarning("cancel: %s", written.error().message.c_str());
  const JobRecord job = newestJob(record->folder);
  co_return co_await m_scheduler.cancel(placeOf(record->folder, job), m_tasks.token());
}

// Only a run folder that lies directly in the base and carries this run's own run.json is ever deleted.
Result<void> RunKeeper::checkRemovable(const RunRecord& run) {
  const QFileInfo info(run.folder);
  if (!info.exists()) return {};
  auto identity = read_run_identity(folderOf(run.folder));
  if (info.isSymLink() || QFileInfo(info.path()).canonicalFilePath() != QFileInfo(m_base).canonicalFilePath() || !identity || identity->run != run.run.toStdString())
    return runError("run.not_removed", run, QStringLiteral("is not removed: %1 is not its folder in %2").arg(run.folder, m_base));
  return {};
}

QCoro::Task<Result<void>> RunKeeper::remove(QString run, Remove what) {
  auto record = m_store.run(run);
  if (!record) co_return record.error();
  if (isOpen(record->state) || !co_await settle(run)) co_return runError("run.open", *record, QStringLiteral("is still going; cancel it first"));
  if (auto removable = checkRemovable(*record); !removable) co_return removable;
  const QString path = what == Remove::all ? record->folder : record->folder + QStringLiteral("/checkpoints");
  if (auto removed = co_await m_host.removeTree(path, m_tasks.token()); !removed) co_return removed;
  if (what == Remove::all)
    if (auto removed = m_writer.removeRun(run); !removed) co_return removed;
  emit changed(run);
  co_return {};
}

Result<int> RunKeeper::scan() {
  auto runs = m_store.runs();
  if (!runs) return runs.error();
  QSet<QString> known;
  for (const RunRecord& run : *runs) known.insert(run.folder);
  int added = 0;
  for (const QFileInfo& entry : QDir(m_base).entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot | QDir::NoSymLinks))
    if (!known.contains(entry.filePath()) && adopt(entry.filePath())) ++added;
  return added;
}

bool RunKeeper::adopt(const QString& folder) {
  auto identity = read_run_identity(folderOf(folder));
  if (!identity) return false;
  RunRecord record;
  record.run = QString::fromStdString(identity->run);
  record.name = QString::fromStdString(identity->name);
  record.target = m_target.name;
  record.folder = folder;
  record.source = QString::fromStdString(identity->source);
  record.gitCommit = QString::fromStdString(identity->git_commit);
  record.created = identity->created;
  if (auto document = read_experiment_file((folder + QStringLiteral("/resolved.yaml")).toStdString())) {
    const std::string_view workload = name_of(document->experiment.workload);
    record.workload = QString::fromUtf8(workload.data(), static_cast<qsizetype>(workload.size()));
    for (const std::string& tag : document->experiment.tags) record.tags << QString::fromStdString(tag);
  }
  if (m_store.run(record.run)) return false;  // a copied folder
  const JobRecord job = newestJob(folder);
  if (auto added = m_writer.addRun(record); !added) return reportStore(added), false;
  if (job.submission > 0) reportStore(m_writer.addJob(record.run, job));
  monitor(record.run, folder, job);
  emit changed(record.run);
  return true;
}

void RunKeeper::monitor(const QString& run, const QString& folder, const JobRecord& job) {
  if (m_monitored.contains(run)) return;
  m_monitored.insert(run);
  m_tasks.start(watchRun(run, folder, job));
}

// From waiting to the end of one job: every attempt that is not closed yet is followed in turn.
QCoro::Task<void> RunKeeper::watchRun(QString run, QString folder, JobRecord job) {
  const std::stop_token stop = m_tasks.token();
  Waiter waiter;
  QString shown;
  bool followed = false;
  while (!stop.stop_requested()) {
    auto state = co_await m_scheduler.state(placeOf(folder, job), stop);
    if (!state) break;
    auto cursors = m_writer.cursors(run);
    if (!cursors) {  // as on a full disk; the events wait in their file
      reportStore(cursors.error());
      if (co_await waiter.wait(stop, QDeadlineTimer(storePause)) == Waited::stopped) break;
      continue;
    }
    std::optional<AttemptCursor> next;
    for (std::int64_t number : list_attempts(folderOf(folder))) {
      const auto cursor = std::find_if(cursors->begin(), cursors->end(), [&](const AttemptCursor& c) { return c.attempt == number; });
      if (cursor != cursors->end() && cursor->ended) continue;
      next = cursor != cursors->end() ? *cursor : AttemptCursor{static_cast<int>(number), 0, false};
      break;
    }
    if (next) {
      const FollowEnd end = co_await followAttempt(run, folder, job, *next);
      if (end == FollowEnd::gone) co_await closeLost(run, folder, job, next->attempt);
      // Ended: at once to what comes after it. Else the store took nothing, or might not have.
      if (end != FollowEnd::ended && co_await waiter.wait(stop, QDeadlineTimer(end == FollowEnd::gone ? endPause : storePause)) == Waited::stopped) break;
      followed = true;
      continue;
    }
    if (state->phase == JobState::Phase::gone) {
      auto record = m_store.run(run);
      if (!followed && record && isOpen(record->state)) co_await closeUnstarted(run, folder, job);
      break;
    }
    const bool waits = state->phase == JobState::Phase::waiting;
    const QString reason = waits ? state->reason : QStringLiteral("starting");
    if (!followed && shown != reason) {
      reportStore(m_writer.setOpen(run, waits ? RunState::waiting : RunState::running, reason));
      shown = reason;
      emit changed(run);
    }
    co_await waiter.wait(stop, QDeadlineTimer(100));
  }
  m_monitored.remove(run);
  emit changed(run);
}

QCoro::Task<FollowEnd> RunKeeper::followAttempt(QString run, QString folder, JobRecord job, AttemptCursor cursor) {
  const std::stop_token stop = m_tasks.token();
  const auto sink = [&](const EventBatch& batch) -> Result<void> {
    auto fresh = m_writer.importEvents(run, cursor.attempt, batch.events, *batch.offset, batch.badLines);
    if (!fresh) {
      reportStore(fresh.error());
      return fresh.error();
    }
    emit imported(run, cursor.attempt, *fresh);
    emit changed(run);
    return {};
  };
  const auto isGone = [&]() -> QCoro::Task<bool> {
    if (is_superseded(folderOf(folder), cursor.attempt)) co_return true;
    auto state = co_await m_scheduler.state(placeOf(folder, job), stop);
    co_return state && state->phase == JobState::Phase::gone;
  };
  AttemptFollower follower(m_host, m_network, sink, isGone);
  AttemptPlace place{QFile::decodeName(folderOf(folder).attempt(cursor.attempt).c_str()), cursor.attempt, cursor.offset};
  co_return co_await follower.follow(std::move(place), stop);
}

QCoro::Task<void> RunKeeper::closeLost(QString run, QString folder, JobRecord job, int attempt) {
  auto reaped = co_await m_scheduler.reap(folder, m_tasks.token());
  const auto process = processFromText(job.job);
  const bool restarted = process && process->boot_id != own_identity().boot_id;
  const bool cancelled = isCancelled(folder);
  QString reason = cancelled ? QStringLiteral("The run was cancelled and yard-agent ended without a last word.")
                   : restarted ? QStringLiteral("This computer was shut down or restarted while the run was going; resume it to go on from its last checkpoint.")
                               : QStringLiteral("yard-agent ended without a word, as when it is killed; resume the run to go on from its last checkpoint.");
  if (reaped && *reaped > 0) reason += QStringLiteral(" %1 of its processes were left and were ended.").arg(*reaped);
  reportStore(m_writer.closeAttempt(run, attempt, cancelled ? RunState::cancelled : RunState::failed,
                                    cancelled ? QStringLiteral("cancelled") : restarted ? QStringLiteral("host.restarted") : QStringLiteral("agent.gone"), reason,
                                    static_cast<int>(ExitCode::failed)));
  emit changed(run);
}

QCoro::Task<void> RunKeeper::closeUnstarted(QString run, QString folder, JobRecord job) {
  (void)co_await m_scheduler.reap(folder, m_tasks.token());
  const QString log = QStringLiteral("%1/submissions/%2/output.log").arg(folder).arg(job.submission);
  if (isCancelled(folder)) {
    reportStore(m_writer.setEnded(run, RunState::cancelled, QStringLiteral("cancelled"), QStringLiteral("Cancelled before it started."), 128 + 15));
  } else {
    const QString said = lastLine(log);
    reportStore(m_writer.setEnded(run, RunState::failed, QStringLiteral("job.no_attempt"),
                                  said.isEmpty() ? QStringLiteral("The script ended before it came to yard-agent; it said nothing.") : QStringLiteral("The script ended before it came to yard-agent: ") + said,
                                  static_cast<int>(ExitCode::environment)));
  }
  emit changed(run);
}

}  // namespace trainyard
