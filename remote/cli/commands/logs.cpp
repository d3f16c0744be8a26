// SPDX-License-Identifier: GPL-3.0-or-later
// `yard logs`: prints a run's output, or follows it.
#include <cstdio>
#include <map>
#include <utility>

#include <unistd.h>

#include <QJsonArray>
#include <QJsonObject>

#include "engine/contract/messages.h"
#include "remote/cli/command.h"
#include "remote/cli/terminal_filter.h"
#include "remote/process/waiter.h"
#include "remote/store/named_runs.h"

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
  return file.startsWith("tasks/"_L1) ? file.section(u'/', 1, 1) : QString();
}

// Which of a run's files are printed: its own two, those of a rank, or both streams by time.
struct LogChoice {
  std::optional<int> rank;
  bool isMerged = false;
};

bool isOfChoice(const QString& file, LogChoice choice) {
  const auto& [rank, isMerged] = choice;
  if (isMerged != file.endsWith("merged.log"_L1)) return false;
  if (rank) return file.contains(u"/rank-%1."_s.arg(*rank));
  return file.count(u'/') == (taskOf(file).isEmpty() ? 0 : 2);
}

// Prints what was added to the files since the last call.
QCoro::Task<Result<ShownLog>> printAdded(ServiceClient& client, QString run, LogChoice choice,
                                         Printed& printed) {
  CO_TRY(auto files, co_await client.call(methods::logsList, {}, run));
  ShownLog shown;
  for (const LogFile& file : files.files) {
    if (!isOfChoice(file.name, choice)) continue;
    shown.found = true;
    qint64& offset = printed.offsets[file.name];
    if (offset >= file.bytes) continue;
    CO_TRY(auto chunk, co_await client.call(methods::logsRead, {}, run, 0, file.name, offset));
    const bool isError = file.name.endsWith(".err"_L1) || file.name.endsWith("stderr.log"_L1);
    if (const QString task = taskOf(file.name); std::exchange(printed.task, task) != task)
      std::fprintf(stderr, "task %s:\n", qPrintable(task));
    printed.write(chunk.data.content, isError);
    offset = chunk.nextOffset;
    shown.wrote |= !chunk.data.content.isEmpty();
  }
  co_return shown;
}

struct LogsCommand {
  RunOption which;
  LogChoice choice;
  std::optional<QString> pattern;
  bool isFollowed = false, isRegular = false, isCaseSensitive = false;
  JsonOption json;

  void describe(CLI::App& command) {
    which.describe(command);
    CLI::Option* follow =
        command.add_flag("--follow", isFollowed, "Keep printing until the run ends");
    CLI::Option* rank = command.add_option("--rank", choice.rank, "Only the output of one rank");
    command
        .add_flag("--merged", choice.isMerged,
                  "All ranks and both streams in the order of time, each line with its time")
        ->excludes(rank);
    CLI::Option* grep =
        addOption(command, "--grep", pattern, "Only lines with this text; searched on the target")
            ->type_name("TEXT")
            ->excludes(follow);
    command.add_flag("--regex", isRegular, "The text is a regular expression, as of grep -E")
        ->needs(grep);
    command
        .add_flag("--case-sensitive", isCaseSensitive, "Capital letters are others than small ones")
        ->needs(grep);
    json.describe(command)->needs(grep);
  }

  QCoro::Task<Result<int>> run(ServiceClient& client) {
    return pattern ? search(client) : show(client);
  }

  // The lines that contain the text, as grep prints them and with its exit code; they are searched
  // on the run's target.
  QCoro::Task<Result<int>> search(ServiceClient& client) {
    RunStore store;
    CO_TRY(const auto run, namedRun(store, which.run));
    CO_TRY(const auto files, co_await client.call(methods::logsList, {}, run.run));
    QJsonArray list;
    bool hasFile = false, isMore = false;
    for (const LogFile& file : files.files) {
      if (!isOfChoice(file.name, choice)) continue;
      hasFile = true;
      SearchLogArguments asked{run.run, 0, file.name, *pattern, isRegular, isCaseSensitive};
      CO_TRY(const auto found, co_await client.call(methods::logsSearch, {}, asked));
      isMore = isMore || found.isMore;
      for (const LogHit& hit : found.hits) {
        QJsonObject one = toJson(hit);
        one.insert(u"file"_s, file.name);
        list.append(one);
        if (!json.isGiven)
          print(sanitizedForTerminal(file.name) + u':' + QString::number(hit.line) + u": "_s +
                sanitizedForTerminal(hit.text));
      }
    }
    if (choice.rank && !hasFile) co_return make_error("logs.no_rank", {{"rank", *choice.rank}});
    if (json.isGiven) printJson(QJsonObject{{u"hits"_s, list}, {u"is_more"_s, isMore}});
    if (isMore)
      std::fputs("yard: there are more lines; only the first 1,000 of a file are shown\n", stderr);
    co_return list.isEmpty() ? 1 : 0;
  }

  QCoro::Task<Result<int>> show(ServiceClient& client) {
    RunStore store;
    CO_TRY(auto run, namedRun(store, which.run));
    // Each poll puts load on a cluster's login node.
    const std::chrono::milliseconds readPause(run.target == "here"_L1 ? 200 : 2000);
    Printed printed;
    Waiter pause;
    for (;;) {
      if (!client.isConnected())
        if (auto connected = co_await client.connectToService(); !connected)
          co_return connected.error();
      // Read first, so that nothing written before the end is missed.
      CO_TRY(auto record, store.run(run.run));
      auto shown = co_await printAdded(client, run.run, choice, printed);
      const bool mayPass = !shown && (shown.error().kind == ErrorKind::unreachable ||
                                      shown.error().code == "service.lost");
      if (!shown && !(mayPass && isFollowed)) co_return shown.error();
      if (shown && shown->wrote) continue;
      if (shown && choice.rank && !shown->found && (!isFollowed || !isOpen(record.state)))
        co_return make_error("logs.no_rank", {{"rank", *choice.rank}});
      if (shown && (!isFollowed || !isOpen(record.state))) co_return 0;
      co_await pause.wait({}, QDeadlineTimer(readPause));
    }
  }
};

}  // namespace

extern const Command logsCommand{"logs", "Print a run's output", addCommand<LogsCommand>};

}  // namespace trainyard
