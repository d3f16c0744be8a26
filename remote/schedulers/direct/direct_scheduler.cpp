// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/schedulers/direct/direct_scheduler.h"

#include <csignal>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QSet>

#include "engine/contract/experiment/experiment.h"
#include "engine/contract/messages.h"
#include "remote/process/waiter.h"
#include "remote/schedulers/direct/process_identity.h"
#include "remote/schedulers/direct/local_job_queue.h"
#include "remote/schedulers/direct/local_job.h"

namespace trainyard {
namespace {

Result<void> checkFits(const JobRequest& request) {
  const Machine machine = thisMachine();
  if (request.nodes > 1) return make_error("here.nodes", {{"wanted", request.nodes}});
  if (request.gpus > machine.gpus.size())
    return make_error("here.gpus", {{"wanted", request.gpus},
                                    {"there", static_cast<std::int64_t>(machine.gpus.size())}});
  if (request.processors > machine.processors.size())
    return make_error("here.processors",
                      {{"wanted", request.processors},
                       {"there", static_cast<std::int64_t>(machine.processors.size())}});
  return {};
}

// For a job whose agent reported no end.
JobEnd endOf(const std::optional<ProcessIdentity>& process) {
  JobEnd end;
  const bool restarted = process && process->boot_id != own_identity().boot_id;
  end.code = restarted ? "host.restarted" : "agent.gone";
  end.reason = makeMessage(end.code).text;
  return end;
}

}  // namespace

DirectScheduler::DirectScheduler(QString waiterProgram)
    : m_waiterProgram(std::move(waiterProgram)) {}

CommandLine DirectScheduler::commandLine(const JobRequest& request) const {
  QStringList words{QStringLiteral("wait-turn"), QStringLiteral("--run-dir=") + request.folder,
                    QStringLiteral("--submission=%1").arg(request.submission),
                    QStringLiteral("--processors=%1").arg(request.processors),
                    QStringLiteral("--gpus=%1").arg(request.gpus)};
  for (const JobDependency& after : request.after)
    words << QStringLiteral("--after=") + toText({after.when, after.folder});
  if (!request.array.isEmpty()) words << QStringLiteral("--array=") + request.array;
  return {m_waiterProgram, words};
}

QCoro::Task<Result<QString>> DirectScheduler::submit(JobRequest request, std::stop_token stop) {
  const QString jobFile = jobFilePath(request.folder, request.submission);
  if (auto there = readJobFile(jobFile)) co_return there->job;
  CO_TRY(checkFits(request));

  QProcess process;
  const CommandLine command = commandLine(request);
  process.setProgram(command.program);
  process.setArguments(command.arguments);
  process.setWorkingDirectory(request.folder);
  process.setProcessEnvironment(request.environment);
  const QString output =
      QStringLiteral("%1/submissions/%2/output.log").arg(request.folder).arg(request.submission);
  process.setStandardInputFile(QProcess::nullDevice());
  process.setStandardOutputFile(output);
  process.setStandardErrorFile(output, QIODevice::Append);
  if (!process.startDetached())
    co_return make_error("submission.not_begun", {{"path", m_waiterProgram.toStdString()},
                                                  {"why", process.errorString().toStdString()}});

  // The job identifies itself; from then on it can be found whatever happens to this process.
  Waiter waiter;
  const QDeadlineTimer deadline(std::chrono::seconds(15));
  while (!deadline.hasExpired()) {
    if (auto there = readJobFile(jobFile)) co_return there->job;
    if (const Waited waited = co_await waiter.wait(stop, QDeadlineTimer(5));
        waited == Waited::stopped)
      co_return cancelledError();
  }
  QFile log(output);
  const QString said =
      log.open(QIODevice::ReadOnly) ? QString::fromUtf8(log.read(4096)).trimmed() : QString();
  co_return make_error("here.slow_start",
                       {{"path", output.toStdString()}, {"why", said.toStdString()}});
}

QCoro::Task<Result<bool>> DirectScheduler::withdraw(QString folder, int submission,
                                                    std::stop_token stop) {
  if (stop.stop_requested()) co_return cancelledError();
  co_return !QFileInfo::exists(jobFilePath(folder, submission));
}

QCoro::Task<Result<int>> DirectScheduler::nextSubmission(QString, int number,
                                                         std::stop_token stop) {
  if (stop.stop_requested()) co_return cancelledError();
  co_return number;
}

QCoro::Task<Result<QString>> DirectScheduler::jobOf(QString folder, int submission,
                                                    std::stop_token stop) {
  if (stop.stop_requested()) co_return cancelledError();
  const auto file = readJobFile(jobFilePath(folder, submission));
  if (!file && file.error().kind != ErrorKind::not_found) co_return file.error();
  co_return file ? file->job : QString();
}

QCoro::Task<Result<std::vector<Diagnostic>>> DirectScheduler::check(Experiment experiment,
                                                                    std::stop_token stop) {
  if (stop.stop_requested()) co_return cancelledError();
  co_return findingsOnThisComputer(experiment);
}

std::vector<Diagnostic> findingsOnThisComputer(const Experiment& experiment) {
  std::vector<Diagnostic> found;
  const auto gpus = static_cast<std::int64_t>(thisMachine().gpus.size());
  if (experiment.resources.nodes > 1)
    found.push_back(make_diagnostic(Severity::error, "here.nodes", "resources.nodes",
                                    {{"wanted", experiment.resources.nodes}}));
  if (experiment.resources.gpus_per_node > gpus)
    found.push_back(
        make_diagnostic(Severity::error, "here.gpus", "resources.gpus_per_node",
                        {{"wanted", experiment.resources.gpus_per_node}, {"there", gpus}}));
  return found;
}

QCoro::Task<Result<JobState>> DirectScheduler::state(JobPlace place, std::stop_token stop) {
  if (stop.stop_requested()) co_return cancelledError();
  JobState state;
  auto file = readJobFile(jobFilePath(place.folder, place.submission));
  auto process = processFromText(place.job);
  if (place.task) {
    const QString folder = taskFolder(place.folder, *place.task);
    auto own = readJobFile(jobFilePath(folder, place.submission));
    if (own) {
      process = processFromText(own->job);
      file = std::move(own);
    } else if (QFileInfo::exists(folder + QStringLiteral("/cancel"))) {
      process.reset();  // it will not be started
    } else if (file && !file->waiting) {
      file->waiting = true;
      file->reason = makeMessage("turn.array");
    }
  }
  if (!process || !is_alive(*process)) {
    state.phase = JobState::Phase::gone;
    state.end = endOf(process);
    if (file && !file->never.isEmpty())
      state.end =
          JobEnd{Outcome::cancelled,   file->never.code, file->never.text, 128 + SIGTERM, true,
                 file->never.arguments};
  } else if (file && file->waiting) {
    state.phase = JobState::Phase::waiting;
    state.explain(file->reason);
  } else {
    state.phase = JobState::Phase::running;
  }
  co_return state;
}

QCoro::Task<Result<void>> DirectScheduler::cancel(JobPlace place, std::stop_token stop) {
  if (stop.stop_requested()) co_return cancelledError();
  QStringList files;
  if (place.task) {
    files << jobFilePath(taskFolder(place.folder, *place.task), place.submission);
  } else {
    // First the one that starts others.
    if (const auto process = processFromText(place.job)) sendSignal(*process, SIGTERM);
    const QDir tasks(place.folder + QStringLiteral("/tasks"));
    for (const QString& task : tasks.entryList(QDir::Dirs | QDir::NoDotAndDotDot))
      files << jobFilePath(tasks.filePath(task), place.submission);
  }
  for (const QString& path : files)
    if (const auto file = readJobFile(path))
      if (const auto process = processFromText(file->job)) sendSignal(*process, SIGTERM);
  co_return {};
}

QCoro::Task<Result<int>> DirectScheduler::reap(QString folder, std::stop_token stop) {
  if (stop.stop_requested()) co_return cancelledError();
  // The agent uses the folder without symbolic links, the job's script the one in the submission.
  QList<QByteArray> assignments{"TRAINYARD_RUN_DIR=" + QFile::encodeName(folder)};
  const QString canonical = QFileInfo(folder).canonicalFilePath();
  if (!canonical.isEmpty() && canonical != folder)
    assignments.append("TRAINYARD_RUN_DIR=" + QFile::encodeName(canonical));
  QSet<qint64> ended;
  // Repeated, since a process being ended may have started another.
  for (int looks = 0; looks < 5; ++looks) {
    const QList<ProcessIdentity> left = processesWithVariable(assignments);
    if (left.isEmpty()) break;
    for (const ProcessIdentity& process : left)
      if (sendSignal(process, SIGKILL)) ended.insert(process.pid);
    Waiter waiter;
    if (const Waited waited = co_await waiter.wait(stop, QDeadlineTimer(20));
        waited == Waited::stopped)
      break;
  }
  co_return static_cast<int>(ended.size());
}

}  // namespace trainyard
