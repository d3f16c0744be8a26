#include "remote/scheduler/slurm_submission.h"

#include <QFile>

#include "remote/process/waiter.h"
#include "remote/scheduler/slurm_commands.h"
#include "remote/scheduler/slurm_values.h"

// A static library's resources are there only when they are asked for, outside every namespace.
static void initialiseSubmitScript() { Q_INIT_RESOURCE(sbatch); }

namespace trainyard {
namespace {

using Last = SubmissionJournal::Last;

// Detached from the channel that started it: a session of its own, no stream of ours, deaf to a
// hang-up.
constexpr auto startScript =
    "cd \"$1\" || exit 7\n"
    "number=$2\n"
    "setsid nohup sh ./submit_once.sh \"$@\" </dev/null >>\"submission-$number.log\" 2>&1 &\n";

QString journalPath(const JobRequest& request) {
  return QStringLiteral("%1/submissions/%2/journal").arg(request.folder).arg(request.submission);
}

QCoro::Task<QByteArray> textOf(Host& host, QString path, std::stop_token stop) {
  auto text = co_await host.readFile(path, 0, 64 << 10, stop);
  co_return text ? *text : QByteArray();
}

QCoro::Task<Result<void>> start(Host& host, const JobRequest& request, std::stop_token stop) {
  initialiseSubmitScript();
  QFile resource(QStringLiteral(":/sbatch/submit_once.sh"));
  if (!resource.open(QIODevice::ReadOnly))
    co_return Error{"program.damaged",
                    {},
                    "this program lacks its submission script; install it again",
                    ExitCode::environment};
  const QByteArray script = resource.readAll();
  const QString path = request.folder + QStringLiteral("/submit_once.sh");
  auto there = co_await host.readFile(path, 0, 1 << 20, stop);
  if (!there || *there != script)
    if (auto written = co_await host.writeFile(path, script, stop); !written)
      co_return written.error();
  const CommandLine command{
      QStringLiteral("/bin/sh"),
      QStringList{QStringLiteral("-c"), QLatin1String(startScript), QStringLiteral("sh"),
                  request.folder, QString::number(request.submission), request.token} +
          sbatchWords(request)};
  ProgramOptions options;
  if (!request.environment.isEmpty()) options.environment = request.environment;
  auto started =
      co_await host.run(command, options, stop, QDeadlineTimer(std::chrono::seconds(60)));
  // It may have begun all the same.
  if (!started && started.error().code.starts_with("program."))
    co_return Error{"scheduler.no_answer",
                    {},
                    "the login node is slow and did not say whether the submission began; it is "
                    "looked at again",
                    ExitCode::unreachable};
  if (!started) co_return started.error();
  if (started->exitCode != 0)
    co_return Error{"scheduler.refused",
                    {},
                    ("the submission could not be started on the login node: " +
                     QString::fromUtf8(started->err).trimmed())
                        .toStdString(),
                    ExitCode::environment};
  co_return {};
}

Error schedulerError(const char* code, const QString& sentence) {
  return Error{code, {}, sentence.toStdString(), ExitCode::refused_by_scheduler};
}

QString refusedSentence(const QString& words) {
  return QStringLiteral(
             "Slurm refused the job, and nothing was submitted: %1; change what `resources` asks "
             "for, or ask the site")
      .arg(words.isEmpty() ? QStringLiteral("it gave no reason") : words);
}

// A controller that has just been started refuses every job until its nodes have come back to it.
QCoro::Task<bool> knowsItsNodes(Host& host, std::stop_token stop) {
  const CommandLine command = slurmCommand(
      QStringLiteral("sinfo"), {QStringLiteral("-h"), QStringLiteral("-o"), QStringLiteral("%T")});
  auto output = co_await host.run(command, {}, stop, QDeadlineTimer(std::chrono::seconds(90)));
  co_return output && output->exitCode == 0 && !output->out.contains("unknown");
}

// Refused only for what can never be; all else sbatch itself is asked.
QCoro::Task<Result<void>> checkPossible(Host& host, const JobRequest& request,
                                        std::stop_token stop) {
  auto script =
      co_await host.readFile(request.folder + QStringLiteral("/job.sh"), 0, 4 << 20, stop);
  if (!script) co_return script.error();
  auto tested = co_await testSubmission(host, *script, request, stop);
  if (!tested && tested.error().code != "scheduler.no_answer") co_return tested.error();
  if (!tested || !tested->refusal.contains(QLatin1String("node configuration is not available")))
    co_return {};
  if (const bool knows = co_await knowsItsNodes(host, stop); !knows)
    co_return Error{"scheduler.no_answer",
                    {},
                    "Slurm's controller has just been started and does not know its nodes yet; it "
                    "is asked again",
                    ExitCode::unreachable};
  co_return schedulerError("scheduler.refused", refusedSentence(tested->refusal));
}

// What the journal's last word means for the caller; nothing while it goes on.
QCoro::Task<std::optional<Result<QString>>> outcomeOf(Host& host, const JobRequest& request,
                                                      SubmissionJournal journal,
                                                      std::stop_token stop) {
  if (journal.last == Last::released) co_return Result<QString>(journal.job);
  if (journal.last == Last::lost)
    co_return Result<QString>(schedulerError(
        "scheduler.lost", QStringLiteral("Slurm lost the job before it started, as when its "
                                         "controller is killed; submit it again")));
  if (journal.last == Last::cancelled)
    co_return Result<QString>(schedulerError(
        "scheduler.refused", QStringLiteral("the run was cancelled before its job was released")));
  if (journal.last != Last::refused) co_return std::nullopt;
  const QString words = refusalOf(co_await textOf(
      host, QStringLiteral("%1/submissions/%2/err").arg(request.folder).arg(request.submission),
      stop));
  co_return Result<QString>(schedulerError("scheduler.refused", refusedSentence(words)));
}

// The script complains into its log when it could not even begin, as on a full disk.
QCoro::Task<Error> silent(Host& host, const JobRequest& request, SubmissionJournal journal,
                          std::stop_token stop) {
  const QString log =
      QString::fromUtf8(
          co_await textOf(
              host,
              QStringLiteral("%1/submission-%2.log").arg(request.folder).arg(request.submission),
              stop))
          .trimmed();
  const QString last = log.section(QLatin1Char('\n'), -1);
  if (journal.last < Last::asked && !last.isEmpty())
    co_return Error{"scheduler.refused",
                    {},
                    ("nothing was submitted: " + last).toStdString(),
                    ExitCode::environment};
  co_return Error{"scheduler.no_answer",
                  {},
                  "Slurm has not said yet whether the job exists; the submission goes on on the "
                  "login node, and is looked at again",
                  ExitCode::unreachable};
}

}  // namespace

SubmissionJournal readSubmissionJournal(QByteArrayView text) {
  SubmissionJournal journal;
  const qsizetype whole = text.lastIndexOf('\n') + 1;
  for (const QByteArrayView line : slurmLines(text.first(whole))) {
    const qsizetype space = line.indexOf(' ');
    const QByteArrayView word = space < 0 ? line : line.first(space),
                         rest = space < 0 ? QByteArrayView() : line.sliced(space + 1);
    if (word == "claimed")
      journal.last = std::max(journal.last, Last::claimed);
    else if (word == "sbatch")
      journal.last = std::max(journal.last, Last::asked);
    else if (word == "job" && slurmNumber(rest))
      journal.last = std::max(journal.last, Last::held), journal.job = QString::fromLatin1(rest);
    else if (word == "releasing")
      journal.last = std::max(journal.last, Last::releasing);
    else if (word == "released")
      journal.last = Last::released;
    else if (word == "refused")
      journal.last = Last::refused;
    else if (word == "cancelled")
      journal.last = Last::cancelled;
    else if (word == "lost")
      journal.last = Last::lost;
  }
  return journal;
}

QStringList sbatchWords(const JobRequest& request) {
  QString folder = request.folder;
  folder.replace(QLatin1Char('%'), QLatin1String("%%"));
  const QString output =
      QStringLiteral("%1/submissions/%2/output-%3.log")
          .arg(folder)
          .arg(request.submission)
          .arg(request.array.isEmpty() ? QStringLiteral("%j") : QStringLiteral("%A_%a"));
  QStringList words{QStringLiteral("--chdir=") + request.folder,
                    QStringLiteral("--output=") + output, QStringLiteral("--open-mode=append")};
  if (!request.array.isEmpty()) words << QStringLiteral("--array=") + request.array;
  if (!request.dependency.isEmpty()) words << QStringLiteral("--dependency=") + request.dependency;
  return words << request.folder + QStringLiteral("/job.sh") << request.folder;
}

QCoro::Task<Result<TestedSubmission>> testSubmission(Host& host, QByteArray script,
                                                     JobRequest request, std::stop_token stop) {
  QStringList words{QStringLiteral("--test-only")};
  if (!request.array.isEmpty()) words << QStringLiteral("--array=") + request.array;
  if (!request.dependency.isEmpty()) words << QStringLiteral("--dependency=") + request.dependency;
  const CommandLine command = slurmCommand(QStringLiteral("sbatch"), words);
  ProgramOptions options;
  options.input = script;
  auto output =
      co_await host.run(command, options, stop, QDeadlineTimer(std::chrono::seconds(150)));
  if (!output) co_return output.error();
  if (auto tested = testedSubmission(*output)) co_return *tested;
  co_return Error{
      "scheduler.no_answer",
      {},
      ("Slurm did not say when the job would start: " + silenceOf(*output).sentence).toStdString(),
      ExitCode::unreachable};
}

QCoro::Task<Result<QString>> submitToSlurm(Host& host, JobRequest request,
                                           SubmissionPatience patience, std::stop_token stop) {
  Waiter waiter;
  SubmissionJournal journal;
  QByteArray seen;
  bool isStarted = false;
  QDeadlineTimer silence, all(patience.all);
  auto pause = std::min<std::chrono::milliseconds>(host.pause(), std::chrono::milliseconds(250));
  while (true) {
    auto text = co_await host.readFile(journalPath(request), 0, 64 << 10, stop);
    if (!text && text.error().code != "file.missing") co_return text.error();
    if (const QByteArray now = text ? *text : QByteArray(); now != seen) {
      seen = now;
      journal = readSubmissionJournal(seen);
      // A held job waits for nothing but its release: whoever was at it may be gone.
      silence.setRemainingTime(journal.job.isEmpty() ? patience.silence : patience.afterJob);
      all.setRemainingTime(patience.all);
    }
    if (auto outcome = co_await outcomeOf(host, request, journal, stop)) co_return *outcome;
    if (all.hasExpired()) co_return co_await silent(host, request, journal, stop);
    if (!isStarted || silence.hasExpired()) {
      if (journal.last == Last::nothing)
        if (auto possible = co_await checkPossible(host, request, stop); !possible)
          co_return possible.error();
      if (auto started = co_await start(host, request, stop); !started) co_return started.error();
      isStarted = true;
      silence.setRemainingTime(patience.silence);
    }
    if (const Waited waited = co_await waiter.wait(stop, QDeadlineTimer(pause));
        waited == Waited::stopped)
      co_return cancelledError();
    pause = std::min<std::chrono::milliseconds>(pause * 3 / 2, std::chrono::milliseconds(2000));
  }
}

}  // namespace trainyard
