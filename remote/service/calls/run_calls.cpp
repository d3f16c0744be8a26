// SPDX-License-Identifier: GPL-3.0-or-later
// The calls about runs that exist.
#include "remote/service/calls/call_table.h"
#include "remote/service/calls/log_search.h"
#include "remote/service/requests/request_values.h"
#include "remote/service/runs/history_import.h"
#include "remote/service/runs/reread.h"
#include "remote/service/calls/run_fetch.h"
#include "remote/service/calls/run_results.h"

namespace trainyard {
namespace {

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

Answering<Nothing> annotate(CallContext& context, AnnotateArguments arguments, std::stop_token) {
  RunRegistry& registry = context.runs.registry();
  for (const QString& run : arguments.runs) {
    CO_TRY(registry.store.run(run));
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
