// SPDX-License-Identifier: GPL-3.0-or-later
// The calls about runs that exist.
#include <QCoroTask>
#include <QFileInfo>
#include <QString>

#include <stop_token>

#include "remote/service/calls/call_table.h"
#include "remote/store/projects.h"
#include "remote/service/requests/request_values.h"
#include "remote/service/runs/history_import.h"
#include "remote/service/runs/reread.h"
#include "remote/service/calls/run_results.h"
#include "engine/contract/result.h"
#include "remote/service/protocol/checkpoint_methods.h"
#include "remote/service/protocol/protocol.h"
#include "remote/store/records.h"
#include "remote/target/target.h"
#include "remote/transfer/progress.h"
#include "engine/contract/messages.h"
#include "remote/host/places.h"
#include "remote/transfer/fetch.h"
#include "remote/values/text.h"
#include "remote/host/host.h"
#include "remote/service/protocol/file_values.h"

namespace trainyard {
namespace {

constexpr std::chrono::minutes searchTime(10);
constexpr qsizetype shownCharacters = 500;
constexpr int mostLogHits = 1000;

// Prints "line:offset:text" for each line, of which not more than is shown, and at the end of the
// errors grep's own exit code. Bytes are compared, which is many times faster than characters.
constexpr const char* searchScript = R"SH(
f=$1
shift
[ -f "$f" ] || exit 0
export LC_ALL=C
{ grep -a -n -b "$@" -- "$f"; echo "$?" >&2; } | cut -b-2100 | head -c 2200000
)SH";

Result<LogHits> hitsFrom(const QByteArray& printed) {
  LogHits found;
  for (const QByteArray& line : printed.split('\n')) {
    const qsizetype first = line.indexOf(':'), second = line.indexOf(':', first + 1);
    if (first <= 0 || second <= first + 1) continue;
    if (found.hits.size() == mostLogHits) {
      found.isMore = true;
      break;
    }
    found.hits.append({line.first(first).toLongLong(),
                       line.sliced(first + 1, second - first - 1).toLongLong(),
                       QString::fromUtf8(line.sliced(second + 1)).left(shownCharacters)});
  }
  return found;
}

// Searches a file where it lies, with grep there: an output of many gigabytes does not travel.
// `path`: absolute; a file that does not exist has no hits. Of what is asked, only the words and
// how they are meant are used. Errors: "logs.pattern", "logs.not_searched", those of the host.
QCoro::Task<Result<LogHits>> searchFile(Host& host, QString path, SearchLogArguments asked,
                                        std::stop_token stop) {
  const QString words = asked.words;
  if (words.isEmpty() || words.contains(QChar(u'\0')) || words.contains(QLatin1Char('\n')))
    co_return make_error("logs.pattern", {{"why", "one line of text is needed"}});
  QStringList arguments{QStringLiteral("-c"),
                        QLatin1String(searchScript),
                        QStringLiteral("sh"),
                        path,
                        QStringLiteral("-m"),
                        QString::number(mostLogHits + 1),
                        asked.isRegular ? QStringLiteral("-E") : QStringLiteral("-F")};
  if (!asked.isCaseSensitive) arguments << QStringLiteral("-i");
  arguments << QStringLiteral("-e") << words;
  CommandLine command{QStringLiteral("sh"), arguments};
  ProgramOptions options;
  options.outputLimitBytes = 4 << 20;
  CO_TRY(const auto output, co_await host.run(std::move(command), std::move(options), stop,
                                              QDeadlineTimer(searchTime)));
  const QByteArray said = output.err.trimmed();
  const QByteArray code = said.sliced(said.lastIndexOf('\n') + 1);
  // It is ended by the one that cuts its output.
  if (output.out.isEmpty() && code != "0" && code != "1" && !code.isEmpty()) {
    const std::string why = said.first(said.size() - code.size()).trimmed().left(300).toStdString();
    if (code == "2" && asked.isRegular) co_return make_error("logs.pattern", {{"why", why}});
    co_return make_error("logs.not_searched", {{"path", path.toStdString()}, {"why", why}});
  }
  co_return hitsFrom(output.out);
}

// Fetches to `destination` or, if that is empty, to <data>/fetched/<name of the run folder>/. For a
// run on this computer without a destination, the folder is the run's own. Errors: those of
// fetchTree.
QCoro::Task<Result<FetchedRun>> fetchRun(Target target, RunRecord run, FetchWhat what,
                                         QString destination, OnProgress onProgress,
                                         std::stop_token stop) {
  if (target.isHere() && destination.isEmpty()) co_return FetchedRun{run.folder, {}};
  if (!destination.isEmpty() && !destination.startsWith(QLatin1Char('/')))
    co_return make_error("protocol.path", {{"name", "destination"}});
  // Reported before anything is transferred.
  if (const QFileInfo there(destination); there.exists() && !there.isDir())
    co_return make_error("fetch.no_folder", {{"path", destination.toStdString()}});
  if (destination.isEmpty())
    destination =
        QStringLiteral("%1/fetched/%2").arg(dataFolder(), run.folder.section(QLatin1Char('/'), -1));
  const QString name = text(name_of(what));
  const QString part = what == FetchWhat::all ? QString() : QLatin1Char('/') + name;
  CO_TRY(auto fetched, co_await fetchTree(*target.host, name, run.folder + part, destination + part,
                                          std::move(onProgress), stop));
  co_return FetchedRun{destination, fetched.leftOut};
}

Answering<FetchedRun> fetch(CallContext& context, FetchArguments arguments, std::stop_token stop) {
  CO_TRY(auto found, context.runs.find(arguments.run));
  const QString run = found.run.run;
  OnProgress onProgress = [&context, run](const TransferProgress& p) {
    emit context.runs.registry().progressed(
        {run, {}, p.what, p.bytesDone, p.bytesTotal, p.bytesPerSecond, p.secondsLeft});
  };
  co_return co_await fetchRun(found.held.target, found.run, arguments.what, arguments.destination,
                              onProgress, stop);
}

Answering<Nothing> resume(CallContext& context, ResumeArguments arguments, std::stop_token stop) {
  co_return done(co_await context.runs.resume(arguments.run, arguments.changes,
                                              environmentOf(arguments.environment), stop));
}

Answering<CancelAnswer> cancel(CallContext& context, RunArguments arguments, std::stop_token) {
  CO_TRY(auto waits, co_await context.runs.cancel(arguments.run));
  co_return CancelAnswer{waits};
}

Answering<Nothing> remove(CallContext& context, RemoveArguments arguments, std::stop_token) {
  co_return done(co_await context.runs.remove(arguments.run, arguments.what));
}

Answering<RemovedCheckpoints> removeCheckpointsOf(CallContext& context,
                                                  RemoveCheckpointsArguments arguments,
                                                  std::stop_token) {
  CO_TRY(auto removed, co_await context.runs.removeCheckpoints(arguments.run, arguments.names));
  co_return RemovedCheckpoints{std::move(removed)};
}

Answering<Nothing> annotate(CallContext& context, AnnotateArguments arguments, std::stop_token) {
  RunRegistry& registry = context.runs.registry();
  for (const QString& run : arguments.runs) {
    CO_TRY(registry.store.run(run));
  }
  if (auto& project = arguments.annotation.project) {
    CO_TRY(project, projectPath(*project));
  }
  CO_TRY(registry.writer.annotate(arguments.runs, arguments.annotation));
  for (const QString& run : arguments.runs) emit registry.changed(run);
  co_return Nothing();
}

Answering<ScanAnswer> scan(CallContext& context, TargetArguments arguments, std::stop_token stop) {
  co_return co_await context.runs.scan(arguments.target, stop);
}

Answering<ImportedHistory> importRuns(CallContext& context, ImportHistoryArguments arguments,
                                      std::stop_token stop) {
  for (const QString& folder : arguments.folders)
    if (!folder.startsWith(QLatin1Char('/')))
      co_return make_error("protocol.path", {{"name", "folders"}});
  auto imported =
      co_await importHistory(context.runs.registry(), std::move(arguments.folders), stop);
  co_return imported;
}

Answering<RereadAnswer> reread(CallContext& context, RereadArguments arguments,
                               std::stop_token stop) {
  CO_TRY(auto found, context.runs.find(arguments.run));
  co_return co_await rereadRun(context.runs.registry(), found.held.target, found.run,
                               std::move(arguments), stop);
}

Answering<LogFiles> listLogFiles(CallContext& context, LogFilesArguments arguments,
                                 std::stop_token stop) {
  CO_TRY(auto found, context.runs.find(arguments.run));
  Host& host = *found.held.target.host;
  CO_TRY(auto tasks, context.runs.registry().store.tasksOf(found.run.run));
  Result<QList<LogFile>> listed = QList<LogFile>();
  if (tasks.isEmpty())
    listed = co_await context.logs.list(host, found.run, arguments.attempt, stop);
  else
    listed = co_await listTaskLogs(context.logs, host, tasks, stop);
  if (!listed) co_return listed.error();
  co_return LogFiles{*std::move(listed)};
}

// The run and file that a name of a log means: an array's names are its tasks'.
struct NamedLog {
  HeldTarget held;
  RunRecord run;
  int attempt = 0;
  QString file;
};

Result<NamedLog> namedLog(CallContext& context, const QString& run, int attempt,
                          const QString& file) {
  TRY(auto found, context.runs.find(run));
  TRY(auto tasks, context.runs.registry().store.tasksOf(found.run.run));
  if (const auto taskFile = taskFileOf(tasks, file))
    return NamedLog{found.held, taskFile->task, 0, taskFile->file};
  return NamedLog{found.held, found.run, attempt, file};
}

Answering<LogChunk> readLogFile(CallContext& context, ReadLogArguments arguments,
                                std::stop_token stop) {
  CO_TRY(auto log, namedLog(context, arguments.run, arguments.attempt, arguments.file));
  co_return co_await readLog(*log.held.target.host, log.run, log.attempt, log.file,
                             arguments.offset, stop);
}

Answering<LogHits> searchLogFile(CallContext& context, SearchLogArguments arguments,
                                 std::stop_token stop) {
  CO_TRY(auto log, namedLog(context, arguments.run, arguments.attempt, arguments.file));
  Host& host = *log.held.target.host;
  CO_TRY(const QString path, co_await logPath(host, log.run, log.attempt, log.file, stop));
  if (path.isEmpty()) co_return LogHits();
  co_return co_await searchFile(host, path, std::move(arguments), stop);
}

Answering<ResultSplits> listResultFiles(CallContext& context, RunArguments arguments,
                                        std::stop_token stop) {
  CO_TRY(auto found, context.runs.find(arguments.run));
  CO_TRY(auto splits, co_await listResults(*found.held.target.host, found.run, stop));
  co_return ResultSplits{std::move(splits)};
}

Answering<LogChunk> readResultFile(CallContext& context, ReadResultArguments arguments,
                                   std::stop_token stop) {
  CO_TRY(auto found, context.runs.find(arguments.run));
  co_return co_await readResult(*found.held.target.host, found.run, arguments.split,
                                arguments.offset, stop);
}

}  // namespace

void addRunCalls(CallTable& table) {
  table.add(methods::fetch, fetch);
  table.add(methods::resume, resume);
  table.add(methods::cancel, cancel);
  table.add(methods::remove, remove);
  table.add(methods::checkpointsRemove, removeCheckpointsOf);
  table.add(methods::annotate, annotate);
  table.add(methods::scan, scan);
  table.add(methods::importHistory, importRuns);
  table.add(methods::reread, reread);
  table.add(methods::logsList, listLogFiles);
  table.add(methods::logsRead, readLogFile);
  table.add(methods::logsSearch, searchLogFile);
  table.add(methods::resultsList, listResultFiles);
  table.add(methods::resultsRead, readResultFile);
}

}  // namespace trainyard
