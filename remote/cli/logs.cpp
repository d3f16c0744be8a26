// SPDX-License-Identifier: GPL-3.0-or-later
// `yard logs`: prints a run's output, or follows it.
#include <cstdio>
#include <map>
#include <utility>

#include <unistd.h>

#include <QJsonArray>
#include <QJsonObject>

#include "engine/contract/messages.h"
#include "remote/cli/commands.h"
#include "remote/store/named_runs.h"
#include "remote/cli/output.h"
#include "remote/cli/terminal_filter.h"
#include "remote/process/waiter.h"
#include "remote/store/run_store.h"

namespace trainyard {
namespace {

struct ShownLog {
  bool wrote = false;  // printed something new
  bool found = false;  // there is a requested file
};

// How far each file was printed, and whose output was printed last.
struct Printed {
  std::map<QString, qint64> offsets;
  QString task;
  TerminalFilter out, error;

  // Output is sanitized for a terminal; a file or another program gets the original bytes.
  void write(const QByteArray& data, bool isError) {
    FILE* stream = isError ? stderr : stdout;
    const QByteArray bytes = ::isatty(::fileno(stream)) ? (isError ? error : out).pass(data) : data;
    std::fwrite(bytes.constData(), 1, static_cast<std::size_t>(bytes.size()), stream);
    std::fflush(stream);
  }
};

// "3" for an array's "tasks/3/stdout.log"; empty: the file is the run's own.
QString taskOf(const QString& file) {
  return file.startsWith(QLatin1String("tasks/")) ? file.section(QLatin1Char('/'), 1, 1)
                                                  : QString();
}

bool isWanted(const QString& file, LogChoice choice) {
  const auto& [rank, isMerged] = choice;
  if (isMerged != file.endsWith(QLatin1String("merged.log"))) return false;
  if (rank) return file.contains(QStringLiteral("/rank-%1.").arg(*rank));
  return file.count(QLatin1Char('/')) == (taskOf(file).isEmpty() ? 0 : 2);
}

// Prints what was added to the files since the last call.
QCoro::Task<Result<ShownLog>> showNew(ServiceClient& client, QString run, LogChoice choice,
                                      Printed& printed) {
  CO_TRY(auto files, co_await client.call(methods::logsList, {}, run));
  ShownLog shown;
  for (const LogFile& file : files.files) {
    if (!isWanted(file.name, choice)) continue;
    shown.found = true;
    qint64& offset = printed.offsets[file.name];
    if (offset >= file.bytes) continue;
    CO_TRY(auto chunk, co_await client.call(methods::logsRead, {}, run, 0, file.name, offset));
    const bool isError = file.name.endsWith(QLatin1String(".err")) ||
                         file.name.endsWith(QLatin1String("stderr.log"));
    if (const QString task = taskOf(file.name); std::exchange(printed.task, task) != task)
      std::fprintf(stderr, "task %s:\n", qPrintable(task));
    printed.write(chunk.data.content, isError);
    offset = chunk.nextOffset;
    shown.wrote |= !chunk.data.content.isEmpty();
  }
  co_return shown;
}

}  // namespace

QCoro::Task<int> searchLogs(ServiceClient& client, QString text, LogWords words, LogChoice choice,
                            Format format) {
  RunStore store;
  const auto run = namedRun(store, text);
  if (!run) co_return fail(run.error());
  const auto files = co_await client.call(methods::logsList, {}, run->run);
  if (!files) co_return fail(files.error());
  QJsonArray json;
  bool hasFile = false, isMore = false;
  for (const LogFile& file : files->files) {
    if (!isWanted(file.name, choice)) continue;
    hasFile = true;
    SearchLogArguments asked{
        run->run, 0, file.name, words.words, words.isRegular, words.isCaseSensitive};
    const auto found = co_await client.call(methods::logsSearch, {}, asked);
    if (!found) co_return fail(found.error());
    isMore = isMore || found->isMore;
    for (const LogHit& hit : found->hits) {
      QJsonObject one = toJson(hit);
      one.insert(QStringLiteral("file"), file.name);
      json.append(one);
      if (format == Format::text)
        print(sanitizedForTerminal(file.name) + QLatin1Char(':') + QString::number(hit.line) +
              QStringLiteral(": ") + sanitizedForTerminal(hit.text));
    }
  }
  if (choice.rank && !hasFile) co_return fail(make_error("logs.no_rank", {{"rank", *choice.rank}}));
  if (format == Format::json)
    printJson(QJsonObject{{QStringLiteral("hits"), json}, {QStringLiteral("is_more"), isMore}});
  if (isMore)
    std::fputs("yard: there are more lines; only the first 1,000 of a file are shown\n", stderr);
  co_return json.isEmpty() ? 1 : 0;
}

QCoro::Task<int> showLogs(ServiceClient& client, QString text, Follow follow, LogChoice choice) {
  RunStore store;
  auto run = namedRun(store, text);
  if (!run) co_return fail(run.error());
  // Each poll puts load on a cluster's login node.
  const std::chrono::milliseconds lookPause(run->target == QLatin1String("here") ? 200 : 2000);
  Printed printed;
  Waiter pause;
  for (;;) {
    if (!client.isConnected())
      if (auto connected = co_await client.connectToService(); !connected)
        co_return fail(connected.error());
    // Read first, so that nothing written before the end is missed.
    auto record = store.run(run->run);
    if (!record) co_return fail(record.error());
    auto shown = co_await showNew(client, run->run, choice, printed);
    const bool mayPass = !shown && (shown.error().kind == ErrorKind::unreachable ||
                                    shown.error().code == "service.lost");
    if (!shown && !(mayPass && follow == Follow::yes)) co_return fail(shown.error());
    if (shown && shown->wrote) continue;
    if (shown && choice.rank && !shown->found && (follow == Follow::no || !isOpen(record->state)))
      co_return fail(make_error("logs.no_rank", {{"rank", *choice.rank}}));
    if (shown && (follow == Follow::no || !isOpen(record->state))) co_return 0;
    co_await pause.wait({}, QDeadlineTimer(lookPause));
  }
}

}  // namespace trainyard
