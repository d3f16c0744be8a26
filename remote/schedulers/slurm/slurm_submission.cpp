// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/schedulers/slurm/slurm_submission.h"

#include <algorithm>

#include <QFile>
#include <QRegularExpression>

#include "engine/contract/messages.h"
#include "engine/contract/script/sbatch_command.h"
#include "remote/process/waiter.h"
#include "remote/schedulers/slurm/slurm_commands.h"
#include "remote/values/text.h"

// A static library's resources must be initialized explicitly, outside of any namespace.
static void initialiseSubmitScript() { Q_INIT_RESOURCE(sbatch); }

namespace trainyard {
namespace {

using Last = SubmissionJournal::Last;

// Prints `job` if one may exist, else `none`; nothing if a folder or file cannot be read. Renaming
// needs no free space.
constexpr auto withdrawScript = R"SH(
trap '' HUP
has() { names=$(ls -a "$1") || exit 1; printf '%s\n' "$names" | grep -q -x -F -e "$2"; }
if ! has "${1%/*}" "${1##*/}"; then echo none; exit; fi
cd "$1" || exit 1
mark=withdrawn-$2
[ -e "$mark" ] || true >"$mark" || mv "submission-$2.json" "$mark" || exit 1
if ! has . submissions || ! has submissions "$2" || ! has "submissions/$2" journal; then echo none; exit; fi
words=$(cat "submissions/$2/journal") || exit 1
says() { printf '%s\n' "$words" | grep -q -e "^$1 "; }
if says refused || says cancelled || says lost || ! says sbatch; then echo none; exit; fi
if [ -s "$mark" ]; then mv "$mark" "submission-$2.json"; else rm -f "$mark"; fi
echo job
)SH";

bool isWithdrawn(const QList<FolderEntry>& runFolder, int submission) {
  const QString mark = QStringLiteral("withdrawn-%1").arg(submission);
  return std::any_of(runFolder.begin(), runFolder.end(),
                     [&](const FolderEntry& entry) { return entry.name == mark; });
}

QString journalPath(const QString& folder, int submission) {
  return QStringLiteral("%1/submissions/%2/journal").arg(folder).arg(submission);
}

// The request's own dependencies come before those of the script.
std::vector<std::string> dependenciesOf(const JobRequest& request) {
  std::vector<std::string> all;
  if (!request.dependency.isEmpty()) all.push_back(request.dependency.toStdString());
  for (const JobDependency& after : request.after)
    all.push_back((after.when == AfterWhen::ended    ? "afterany:"
                   : after.when == AfterWhen::failed ? "afternotok:"
                                                     : "afterok:") +
                  after.job.toStdString());
  return all;
}

Map namesOf(const JobRequest& request) {
  return {{"target", request.target.toStdString()}, {"path", request.folder.toStdString()}};
}

Error submissionError(const char* code, const JobRequest& request, const QString& why = {}) {
  Map arguments = namesOf(request);
  if (!why.isEmpty()) arguments.emplace_back("why", why.toStdString());
  return make_error(code, std::move(arguments));
}

QCoro::Task<QByteArray> textOf(Host& host, QString path, std::stop_token stop) {
  auto text = co_await host.readFile(path, 0, 64 << 10, stop);
  co_return text ? *text : QByteArray();
}

QCoro::Task<Result<void>> start(Host& host, const JobRequest& request, std::stop_token stop) {
  CO_TRY(co_await placeSubmitScript(host, request.folder, QStringLiteral("submit_once.sh"), stop));
  if (!request.workFolder.isEmpty()) {
    CO_TRY(co_await placeSubmitScript(host, request.folder, QStringLiteral("submit_from_login.sh"),
                                      stop));
  }
  const CommandLine command{
      QStringLiteral("/bin/sh"),
      QStringList{QStringLiteral("-c"), QLatin1String(start_submission_script),
                  QStringLiteral("sh"),
                  request.workFolder.isEmpty() ? request.folder : request.workFolder,
                  request.folder, QString::number(request.submission), request.token} +
          (request.hold ? QStringList{QLatin1String(keep_held_word)} : QStringList()) +
          sbatchWords(request)};
  ProgramOptions options;
  if (!request.environment.isEmpty()) options.environment = request.environment;
  auto started =
      co_await host.run(command, options, stop, QDeadlineTimer(std::chrono::seconds(60)));
  // It may have started anyway.
  if (!started && started.error().code.starts_with("program."))
    co_return submissionError("submission.start_unknown", request);
  if (!started) co_return started.error();
  if (started->exitCode != 0)
    co_return submissionError("submission.not_started", request,
                              QString::fromUtf8(started->err.right(1000)).trimmed());
  co_return {};
}

// Sites word it in their own way, but name what is missing or wrong. "accounting" is about limits.
Error refused(const JobRequest& request, const QString& words) {
  if (words.isEmpty()) return submissionError("scheduler.refused_silently", request);
  static const QRegularExpression account(QStringLiteral("\\baccounts?\\b"),
                                          QRegularExpression::CaseInsensitiveOption);
  const bool isAboutAccount = account.match(words).hasMatch();
  return submissionError(isAboutAccount ? "scheduler.refused_account" : "scheduler.refused",
                         request, words);
}

// A controller that has just been started rejects every job until its nodes have registered again.
QCoro::Task<bool> knowsItsNodes(Host& host, std::stop_token stop) {
  const CommandLine command = slurmCommand(
      QStringLiteral("sinfo"), {QStringLiteral("-h"), QStringLiteral("-o"), QStringLiteral("%T")});
  auto output = co_await host.run(command, {}, stop, QDeadlineTimer(std::chrono::seconds(90)));
  co_return output && output->exitCode == 0 && !output->out.contains("unknown");
}

// Rejects only what can never run; everything else is left to sbatch.
QCoro::Task<Result<void>> checkPossible(Host& host, const JobRequest& request,
                                        std::stop_token stop) {
  CO_TRY(auto script,
         co_await host.readFile(request.folder + QStringLiteral("/job.sh"), 0, 4 << 20, stop));
  auto tested = co_await testSubmission(host, std::move(script), request, stop);
  if (!tested && tested.error().code != "scheduler.no_answer") co_return tested.error();
  if (!tested || !tested->refusal.contains(QLatin1String("node configuration is not available")))
    co_return {};
  if (const bool knows = co_await knowsItsNodes(host, stop); !knows)
    co_return submissionError("scheduler.no_nodes_yet", request);
  co_return refused(request, tested->refusal);
}

// What the journal's last entry means for the caller; nothing while it is in progress.
QCoro::Task<std::optional<Result<QString>>> outcomeOf(Host& host, const JobRequest& request,
                                                      SubmissionJournal journal,
                                                      std::stop_token stop) {
  if (journal.last == Last::released) co_return Result<QString>(journal.job);
  if (journal.last == Last::cancelled)
    co_return Result<QString>(submissionError("submission.cancelled", request));
  if (journal.last != Last::refused && journal.last != Last::lost) co_return std::nullopt;
  const QString words = refusalOf(co_await textOf(
      host, QStringLiteral("%1/submissions/%2/err").arg(request.folder).arg(request.submission),
      stop));
  if (journal.last == Last::refused) co_return Result<QString>(refused(request, words));
  co_return Result<QString>(
      submissionError("scheduler.lost", request, words.isEmpty() ? QStringLiteral("-") : words));
}

// The script reports in its log if it could not even start, for example because of a full disk.
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
    co_return submissionError("submission.not_begun", request, last);
  co_return submissionError("submission.no_word", request);
}

}  // namespace

QCoro::Task<Result<void>> placeSubmitScript(Host& host, QString folder, QString name,
                                            std::stop_token stop) {
  initialiseSubmitScript();
  QFile resource(QStringLiteral(":/sbatch/") + name);
  if (!resource.open(QIODevice::ReadOnly)) co_return make_error("program.damaged", {});
  const QByteArray script = resource.readAll();
  const QString path = folder + QLatin1Char('/') + name;
  auto there = co_await host.readFile(path, 0, 1 << 20, stop);
  if (there && *there == script) co_return {};
  co_return co_await host.writeFile(path, script, stop);
}

QStringList sbatchWords(const JobRequest& request) {
  SbatchRequest words{.folder = request.folder.toStdString(),
                      .has_work_folder = !request.workFolder.isEmpty(),
                      .submission = request.submission,
                      .array = request.array.toStdString(),
                      .dependencies = dependenciesOf(request)};
  QStringList out;
  for (const std::string& word : sbatch_words(words)) out << text(word);
  return out;
}

QCoro::Task<Result<TestedSubmission>> testSubmission(Host& host, QByteArray script,
                                                     JobRequest request, std::stop_token stop) {
  QStringList words{QStringLiteral("--test-only")};
  if (!request.array.isEmpty()) words << QStringLiteral("--array=") + request.array;
  if (const std::string word = dependency_word(dependenciesOf(request)); !word.empty())
    words << text(word);
  const CommandLine command = slurmCommand(QStringLiteral("sbatch"), words);
  ProgramOptions options;
  options.input = script;
  CO_TRY(const auto output,
         co_await host.run(command, options, stop, QDeadlineTimer(std::chrono::seconds(150))));
  if (auto tested = testedSubmission(output)) co_return *tested;
  co_return make_error("scheduler.no_answer", {{"why", silenceOf(output).why}});
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
    auto text =
        co_await host.readFile(journalPath(request.folder, request.submission), 0, 64 << 10, stop);
    if (!text && text.error().kind != ErrorKind::not_found) co_return text.error();
    if (const QByteArray now = text ? *text : QByteArray(); now != seen) {
      seen = now;
      journal = readSubmissionJournal(seen);
      // A held job is only waiting for its release: whoever was working on it may be gone.
      silence.setRemainingTime(journal.job.isEmpty() ? patience.silence : patience.afterJob);
      all.setRemainingTime(patience.all);
    }
    if (auto outcome = co_await outcomeOf(host, request, journal, stop)) co_return *outcome;
    if (all.hasExpired()) co_return co_await silent(host, request, journal, stop);
    if (!isStarted || silence.hasExpired()) {
      if (journal.last == Last::nothing) {
        CO_TRY(co_await checkPossible(host, request, stop));
      }
      CO_TRY(co_await start(host, request, stop));
      isStarted = true;
      silence.setRemainingTime(patience.silence);
    }
    if (const Waited waited = co_await waiter.wait(stop, QDeadlineTimer(pause));
        waited == Waited::stopped)
      co_return cancelledError();
    pause = std::min<std::chrono::milliseconds>(pause * 3 / 2, std::chrono::milliseconds(2000));
  }
}

QCoro::Task<Result<bool>> withdrawFromSlurm(Host& host, QString folder, int submission,
                                            std::stop_token stop) {
  const QStringList words{QStringLiteral("-c"), QLatin1String(withdrawScript), QStringLiteral("sh"),
                          folder, QString::number(submission)};
  CommandLine command{QStringLiteral("/bin/sh"), words};
  ProgramOptions options;
  CO_TRY(const auto output, co_await host.run(std::move(command), std::move(options), stop,
                                              QDeadlineTimer(std::chrono::seconds(60))));
  const QByteArray word = output.out.trimmed();
  if (output.exitCode == 0 && word == "none") co_return true;
  if (output.exitCode == 0 && word == "job") co_return false;
  co_return make_error("submission.not_looked_at",
                       {{"path", folder.toStdString()},
                        {"why", QString::fromUtf8(output.err.right(500)).trimmed().toStdString()}});
}

QCoro::Task<Result<QString>> journalledJob(Host& host, QString folder, int submission,
                                           std::stop_token stop) {
  auto text = co_await host.readFile(journalPath(folder, submission), 0, 1 << 20, stop);
  if (!text && text.error().kind == ErrorKind::not_found) co_return QString();
  if (!text) co_return text.error();
  co_return readSubmissionJournal(*text).job;
}

QCoro::Task<Result<int>> nextSubmission(Host& host, QString folder, int number,
                                        std::stop_token stop) {
  CO_TRY(const auto there, co_await host.list(folder, stop));
  for (;; ++number) {
    auto text = co_await host.readFile(journalPath(folder, number), 0, 64 << 10, stop);
    if (!text && text.error().kind != ErrorKind::not_found) co_return text.error();
    const bool isOver =
        text ? isWithoutJob(readSubmissionJournal(*text)) : isWithdrawn(there, number);
    if (!isOver) co_return number;
  }
}

}  // namespace trainyard
