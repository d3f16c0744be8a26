#include "remote/scheduler/direct_scheduler.h"

#include <csignal>

#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QSet>

#include "remote/process/waiter.h"
#include "remote/scheduler/process_identity.h"
#include "remote/scheduler/turn_queue.h"
#include "remote/scheduler/turn_waiter.h"

namespace trainyard {
namespace {

Result<void> checkFits(const JobRequest& request) {
  const Machine machine = thisMachine();
  const auto refuse = [](const QString& sentence, ExitCode exitCode) {
    return Error{"scheduler.refused", {}, sentence.toStdString(), exitCode};
  };
  if (request.nodes > 1)
    return refuse(
        QStringLiteral(
            "resources.nodes: this computer is one node, not %1; set it to 1 or choose a cluster")
            .arg(request.nodes),
        ExitCode::invalid_input);
  if (request.gpus > machine.gpus.size())
    return refuse(QStringLiteral("resources.gpus_per_node: this computer has %1 GPUs, not %2; "
                                 "lower it or choose another target")
                      .arg(machine.gpus.size())
                      .arg(request.gpus),
                  ExitCode::environment);
  if (request.processors > machine.processors.size())
    return refuse(QStringLiteral("resources: this computer has %1 processors, the run asks for %2; "
                                 "lower processes_per_node or cpus_per_process")
                      .arg(machine.processors.size())
                      .arg(request.processors),
                  ExitCode::invalid_input);
  return {};
}

// Of a job whose agent had no last word.
JobEnd endOf(const std::optional<ProcessIdentity>& process) {
  JobEnd end;
  const bool restarted = process && process->boot_id != own_identity().boot_id;
  end.code = restarted ? "host.restarted" : "agent.gone";
  end.reason = restarted ? QStringLiteral(
                               "This computer was shut down or restarted while the run was going; "
                               "resume it to go on from its last checkpoint.")
                         : QStringLiteral(
                               "yard-agent ended without a word, as when it is killed; resume the "
                               "run to go on from its last checkpoint.");
  return end;
}

}  // namespace

DirectScheduler::DirectScheduler(QString waiterProgram)
    : m_waiterProgram(std::move(waiterProgram)) {}

QString DirectScheduler::name() const { return QStringLiteral("direct"); }

CommandLine DirectScheduler::commandLine(const JobRequest& request) const {
  return {m_waiterProgram,
          {QStringLiteral("wait-turn"), QStringLiteral("--run-dir=") + request.folder,
           QStringLiteral("--submission=%1").arg(request.submission),
           QStringLiteral("--processors=%1").arg(request.processors),
           QStringLiteral("--gpus=%1").arg(request.gpus)}};
}

QCoro::Task<Result<QString>> DirectScheduler::submit(JobRequest request, std::stop_token stop) {
  const QString jobFile = jobFilePath(request.folder, request.submission);
  if (auto there = readJobFile(jobFile)) co_return there->job;
  if (auto fits = checkFits(request); !fits) co_return fits.error();

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
    co_return Error{
        "program.missing",
        {{"program", m_waiterProgram.toStdString()}},
        (m_waiterProgram + QStringLiteral(" could not be started: ") + process.errorString())
            .toStdString(),
        ExitCode::environment};

  // The job names itself; from then on it is found again whatever happens to us.
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
  co_return Error{
      "scheduler.no_answer",
      {},
      ("the job did not start within 15 s: " + (said.isEmpty() ? output : said)).toStdString(),
      ExitCode::environment};
}

QCoro::Task<Result<std::vector<Diagnostic>>> DirectScheduler::check(Experiment experiment,
                                                                    std::stop_token stop) {
  if (stop.stop_requested()) co_return cancelledError();
  std::vector<Diagnostic> found;
  const auto gpus = static_cast<std::int64_t>(thisMachine().gpus.size());
  if (experiment.resources.nodes > 1)
    found.push_back({Severity::error,
                     "target.nodes",
                     "resources.nodes",
                     {},
                     0,
                     0,
                     {{"nodes", experiment.resources.nodes}},
                     "this computer is one node; set it to 1 or choose a cluster"});
  if (experiment.resources.gpus_per_node > gpus)
    found.push_back(
        {Severity::error,
         "target.gpus",
         "resources.gpus_per_node",
         {},
         0,
         0,
         {{"gpus", gpus}},
         "this computer has " + std::to_string(gpus) + " GPUs; lower it or choose another target"});
  co_return found;
}

QCoro::Task<Result<JobState>> DirectScheduler::state(JobPlace place, std::stop_token stop) {
  if (stop.stop_requested()) co_return cancelledError();
  JobState state;
  const auto process = processFromText(place.job);
  const auto file = readJobFile(jobFilePath(place.folder, place.submission));
  if (!process || !is_alive(*process))
    state.phase = JobState::Phase::gone, state.end = endOf(process);
  else if (file && file->waiting)
    state.phase = JobState::Phase::waiting, state.reason = file->reason;
  else
    state.phase = JobState::Phase::running;
  co_return state;
}

QCoro::Task<Result<void>> DirectScheduler::cancel(JobPlace place, std::stop_token stop) {
  if (stop.stop_requested()) co_return cancelledError();
  if (const auto process = processFromText(place.job)) sendSignal(*process, SIGTERM);
  co_return {};
}

QCoro::Task<Result<int>> DirectScheduler::reap(QString folder, std::stop_token stop) {
  if (stop.stop_requested()) co_return cancelledError();
  // The agent names the folder without symbolic links, the job's script as the submission did.
  QList<QByteArray> assignments{"TRAINYARD_RUN_DIR=" + QFile::encodeName(folder)};
  const QString canonical = QFileInfo(folder).canonicalFilePath();
  if (!canonical.isEmpty() && canonical != folder)
    assignments.append("TRAINYARD_RUN_DIR=" + QFile::encodeName(canonical));
  QSet<qint64> ended;
  // Again, since what is being ended may have started something.
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
