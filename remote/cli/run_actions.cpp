// SPDX-License-Identifier: GPL-3.0-or-later
// Actions on runs: `yard cancel`, `resume`, `fetch`, `remove`. For a study they apply to each run
// for which they make sense; a failure does not affect the others.
#include <algorithm>
#include <cstdio>
#include <memory>

#include "engine/contract/messages.h"
#include "remote/cli/commands.h"
#include "remote/store/named_runs.h"
#include "remote/cli/named_study.h"
#include "remote/cli/output.h"
#include "remote/cli/progress_line.h"
#include "remote/cli/study_commands.h"
#include "remote/cli/watch.h"
#include "remote/store/run_store.h"

namespace trainyard {
namespace {

QString whatIsDeleted(const RunRecord& run, RemoveWhat what) {
  return what == RemoveWhat::all ? placeText(run) : placeText(run) + QStringLiteral("/checkpoints");
}

Result<bool> isMeant(const NamedRuns& named, RemoveWhat what) {
  const RunRecord& first = named.runs.first();
  const auto count = named.runs.size();
  if (named.isStudy())
    return isConfirmed(
        (what == RemoveWhat::entry
             ? QStringLiteral("Forget the %1 runs of the study %2 here, and leave their folders?")
         : what == RemoveWhat::all
             ? QStringLiteral("Delete the %1 runs of the study %2 for good?")
             : QStringLiteral("Delete the checkpoints of the %1 runs of the study %2 for good?"))
            .arg(count)
            .arg(named.study.left(8)));
  if (what == RemoveWhat::entry)
    return isConfirmed(QStringLiteral("Forget the run %1 here, and leave %2 as it is?")
                           .arg(first.name, placeText(first)));
  return isConfirmed(QStringLiteral("Delete %1 of the run %2 for good?")
                         .arg(whatIsDeleted(first, what), first.name));
}

qsizetype openOnes(const QList<RunRecord>& runs) {
  return std::ranges::count_if(runs, [](const RunRecord& run) { return isOpen(run.state); });
}

// One run is cancelled without a question, as it can be resumed; its tasks or trials are not one.
Result<bool> isCancelMeant(RunStore& store, const NamedRuns& named) {
  const RunRecord& first = named.runs.first();
  TRY(const auto tasks, store.tasksOf(first.run));
  TRY(const auto trials, store.study(first.run));
  if (named.isStudy() || !trials.isEmpty()) {
    const QString study = named.isStudy() ? named.study : first.run;
    return isConfirmed(QStringLiteral("Cancel the study %1 with its %2 runs that have not ended?")
                           .arg(study.left(8))
                           .arg(openOnes(named.isStudy() ? named.runs : trials)));
  }
  if (openOnes(tasks) < 2) return true;
  return isConfirmed(QStringLiteral("Cancel the %1 tasks of %2 that have not ended?")
                         .arg(openOnes(tasks))
                         .arg(first.name));
}

// The last line after an action on a study.
void sayCount(int done, const NamedRuns& named, const char* words) {
  print(QStringLiteral("%1 of %2 runs of the study %3 %4")
            .arg(done)
            .arg(named.runs.size())
            .arg(named.study.left(8), QLatin1String(words)));
}

// A search would start its next trials instead of those that are cancelled: it is stopped first.
QCoro::Task<Result<void>> endSearch(ServiceClient& client, NamedRuns& named) {
  CO_TRY(co_await stopTrials(client, named.study));
  RunStore store;
  CO_TRY(named.runs, store.study(named.study));
  co_return {};
}

QCoro::Task<int> cancelStudy(ServiceClient& client, NamedRuns named) {
  int code = 0, told = 0;
  if (isStudyOfJobs(named.study)) {
    const auto ended = co_await endSearch(client, named);
    if (!ended) co_return fail(ended.error());
  }
  for (const RunRecord& run : std::as_const(named.runs)) {
    if (!isOpen(run.state)) continue;
    auto waits = co_await client.call(methods::cancel, {}, run.run);
    if (!waits && waits.error().code == "run.ended") continue;
    if (!waits) code = fail(waits.error());
    if (waits) ++told;
    if (waits && !waits->waits.isEmpty()) print(sanitizedForTerminal(waits->waits));
  }
  sayCount(told, named, "were told to end");
  co_return code;
}

// Resumes those that ended without completing.
QCoro::Task<int> resumeStudy(ServiceClient& client, NamedRuns named) {
  if (isStudyOfJobs(named.study))
    co_return fail(make_error("study.not_resumed", {{"study", named.study.left(8).toStdString()}}));
  int code = 0, resumed = 0;
  named.runs = withoutReplaced(named.runs);
  for (const RunRecord& run : std::as_const(named.runs)) {
    if (isOpen(run.state) || run.state == RunState::completed) continue;
    auto done = co_await client.call(methods::resume, {}, run.run);
    if (!done) code = fail(done.error());
    if (done) ++resumed;
  }
  sayCount(resumed, named, "go on; the others are complete or going");
  co_return code;
}

QCoro::Task<int> fetchOne(ServiceClient& client, RunRecord run, FetchWhat what, QString output) {
  auto progress = std::make_unique<ProgressLine>(client, run.run);
  auto fetched = co_await client.call(methods::fetch, {}, run.run, what, output);
  progress.reset();
  if (!fetched) co_return fail(fetched.error());
  if (fetched->path == run.folder)
    std::fprintf(stderr, "The run is on this computer already; its folder:\n");
  for (const QString& link : fetched->leftOut)
    std::fprintf(stderr, "left out, a link that leads out of the folder: %s\n",
                 sanitizedForTerminal(link).toUtf8().constData());
  print(fetched->path);
  co_return 0;
}

const char* removedWords(RemoveWhat what) {
  return what == RemoveWhat::all     ? "%1 is removed"
         : what == RemoveWhat::entry ? "%1 is forgotten here"
                                     : "the checkpoints of %1 are removed";
}

}  // namespace

QCoro::Task<int> noteRun(ServiceClient& client, NoteOptions options) {
  RunStore store;
  const auto named = namedRuns(store, options.run);
  if (!named) co_return fail(named.error());
  AnnotateArguments arguments;
  arguments.annotation.note = options.note;
  arguments.annotation.title = options.title;
  for (const RunRecord& run : named->runs) {
    arguments.runs = QStringList{run.run};
    QStringList tags = run.tags;
    for (const QString& tag : std::as_const(options.removed)) tags.removeAll(tag);
    tags += options.added;
    tags.removeDuplicates();
    arguments.annotation.tags = tags == run.tags ? std::nullopt : std::optional(tags);
    const auto done = co_await client.call(methods::annotate, {}, arguments);
    if (!done) co_return fail(done.error());
  }
  co_return 0;
}

QCoro::Task<int> cancelRun(ServiceClient& client, QString text, Ask ask) {
  RunStore store;
  auto named = namedRuns(store, text, Meant::open);
  if (!named) co_return fail(named.error());
  if (ask == Ask::onTerminal) {
    const auto meant = isCancelMeant(store, *named);
    if (!meant) co_return fail(meant.error());
    if (!*meant) {
      std::fputs("nothing was cancelled\n", stderr);
      co_return 0;
    }
  }
  if (named->isStudy()) {
    const int code = co_await cancelStudy(client, *named);
    co_return code;
  }
  const QString run = named->runs.first().run;
  auto waits = co_await client.call(methods::cancel, {}, run);
  if (!waits) co_return fail(waits.error());
  print(waits->waits.isEmpty() ? QStringLiteral("%1 was told to end").arg(run)
                               : sanitizedForTerminal(waits->waits));
  co_return 0;
}

QCoro::Task<int> resumeRunCommand(ServiceClient& client, QString text, QStringList changes,
                                  Follow follow) {
  RunStore store;
  auto named = namedRuns(store, text);
  if (!named) co_return fail(named.error());
  if (named->isStudy() && !changes.isEmpty()) {
    std::string names;
    for (const RunRecord& run : std::as_const(named->runs))
      names += (names.empty() ? "" : ", ") + run.run.left(8).toStdString();
    co_return fail(make_error("resume.several", {{"runs", names}}));
  }
  if (named->isStudy()) {
    int code = co_await resumeStudy(client, *named);
    std::fflush(stdout);
    if (code == 0 && follow == Follow::yes)
      code = co_await watchStudy(client, named->study, usualWatchOutput());
    co_return code;
  }
  const QString run = named->runs.first().run;
  if (auto resumed = co_await client.call(methods::resume, {}, run, changes); !resumed)
    co_return fail(resumed.error());
  if (follow == Follow::yes) {
    const int code = co_await watchRun(client, run, usualWatchOutput());
    co_return code;
  }
  print(QStringLiteral("%1 goes on; `yard watch %2` shows it").arg(run, run.left(8)));
  co_return 0;
}

// For a study, each run gets its own folder below `output`.
QCoro::Task<int> fetchRun(ServiceClient& client, QString text, FetchWhat what, QString output) {
  RunStore store;
  auto named = namedRuns(store, text);
  if (!named) co_return fail(named.error());
  int code = 0;
  for (const RunRecord& run : std::as_const(named->runs)) {
    const QString folder =
        output.isEmpty() || !named->isStudy()
            ? output
            : output + QLatin1Char('/') + run.folder.section(QLatin1Char('/'), -1);
    const int done = co_await fetchOne(client, run, what, folder);
    if (done != 0) code = done;
  }
  co_return code;
}

QCoro::Task<int> removeRun(ServiceClient& client, QString text, RemoveWhat what, Ask ask) {
  RunStore store;
  auto named = namedRuns(store, text);
  if (!named) co_return fail(named.error());
  if (ask == Ask::onTerminal) {
    const auto meant = isMeant(*named, what);
    if (!meant) co_return fail(meant.error());
    if (!*meant) {
      std::fprintf(stderr, "nothing was removed\n");
      co_return 0;
    }
  }
  int code = 0;
  for (const RunRecord& run : std::as_const(named->runs)) {
    auto removed = co_await client.call(methods::remove, {}, run.run, what);
    if (!removed) code = fail(removed.error());
    if (removed) print(QString::fromLatin1(removedWords(what)).arg(run.run));
  }
  co_return code;
}

}  // namespace trainyard
