// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/schedulers/submit_once.h"

#include <algorithm>

#include <QFile>
#include <QRegularExpression>

#include "engine/contract/messages.h"
#include "engine/contract/script/sbatch_command.h"
#include "remote/process/waiter.h"
#include "remote/schedulers/submission_journal.h"

// A static library's resources must be initialized explicitly, outside of any namespace.
static void initialiseSubmitScript() { Q_INIT_RESOURCE(submit); }

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

QByteArray embedded(const QString& name) {
  initialiseSubmitScript();
  QFile resource(QStringLiteral(":/submit/") + name);
  return resource.open(QIODevice::ReadOnly) ? resource.readAll() : QByteArray();
}

QCoro::Task<Result<void>> place(Host& host, QString path, QByteArray script, std::stop_token stop) {
  auto there = co_await host.readFile(path, 0, 1 << 20, stop);
  if (there && *there == script) co_return {};
  co_return co_await host.writeFile(path, script, stop);
}

QCoro::Task<Result<void>> start(const SubmissionDialect& dialect, Host& host,
                                const JobRequest& request, std::stop_token stop) {
  CO_TRY(co_await placeSubmitScripts(dialect, host, request.folder, !request.workFolder.isEmpty(),
                                     stop));
  const CommandLine command{
      QStringLiteral("/bin/sh"),
      QStringList{QStringLiteral("-c"), QLatin1String(start_submission_script),
                  QStringLiteral("sh"),
                  request.workFolder.isEmpty() ? request.folder : request.workFolder,
                  request.folder, QString::number(request.submission), request.token} +
          (request.hold ? QStringList{QLatin1String(keep_held_word)} : QStringList()) +
          dialect.arguments(request)};
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

// What the journal's last entry means for the caller; nothing while it is in progress.
QCoro::Task<std::optional<Result<QString>>> outcomeOf(const SubmissionDialect& dialect, Host& host,
                                                      const JobRequest& request,
                                                      SubmissionJournal journal,
                                                      std::stop_token stop) {
  if (journal.last == Last::released) co_return Result<QString>(journal.job);
  if (journal.last == Last::cancelled)
    co_return Result<QString>(submissionError("submission.cancelled", request));
  if (journal.last != Last::refused && journal.last != Last::lost) co_return std::nullopt;
  const QString words = dialect.refusal(co_await textOf(
      host, QStringLiteral("%1/submissions/%2/err").arg(request.folder).arg(request.submission),
      stop));
  if (journal.last == Last::refused) co_return Result<QString>(refusedError(request, words));
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

QCoro::Task<Result<void>> placeSubmitScripts(const SubmissionDialect& dialect, Host& host,
                                             QString folder, bool fromLogin, std::stop_token stop) {
  const QByteArray common = embedded(QStringLiteral("submit_once.sh")),
                   own = embedded(QLatin1String(dialect.script)),
                   login = embedded(QStringLiteral("submit_from_login.sh"));
  if (common.isEmpty() || own.isEmpty() || login.isEmpty())
    co_return make_error("program.damaged", {});
  CO_TRY(co_await place(host, folder + QStringLiteral("/submit_once.sh"), own + common, stop));
  if (fromLogin) {
    CO_TRY(co_await place(host, folder + QStringLiteral("/submit_from_login.sh"), login, stop));
  }
  co_return {};
}

// Sites word it in their own way, but name what is missing or wrong. "accounting" is about limits.
Error refusedError(const JobRequest& request, const QString& words) {
  if (words.isEmpty()) return submissionError("scheduler.refused_silently", request);
  static const QRegularExpression account(QStringLiteral("\\baccounts?\\b"),
                                          QRegularExpression::CaseInsensitiveOption);
  const bool isAboutAccount = account.match(words).hasMatch();
  return submissionError(isAboutAccount ? "scheduler.refused_account" : "scheduler.refused",
                         request, words);
}

QCoro::Task<Result<QString>> submitOnce(const SubmissionDialect& dialect, Host& host,
                                        JobRequest request, SubmissionPatience patience,
                                        std::stop_token stop) {
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
    if (auto outcome = co_await outcomeOf(dialect, host, request, journal, stop))
      co_return *outcome;
    if (all.hasExpired()) co_return co_await silent(host, request, journal, stop);
    if (!isStarted || silence.hasExpired()) {
      if (journal.last == Last::nothing && dialect.checkPossible) {
        CO_TRY(co_await dialect.checkPossible(host, request, stop));
      }
      CO_TRY(co_await start(dialect, host, request, stop));
      isStarted = true;
      silence.setRemainingTime(patience.silence);
    }
    if (const Waited waited = co_await waiter.wait(stop, QDeadlineTimer(pause));
        waited == Waited::stopped)
      co_return cancelledError();
    pause = std::min<std::chrono::milliseconds>(pause * 3 / 2, std::chrono::milliseconds(2000));
  }
}

QCoro::Task<Result<bool>> withdrawSubmission(Host& host, QString folder, int submission,
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
