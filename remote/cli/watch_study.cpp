// SPDX-License-Identifier: GPL-3.0-or-later
// Follows a study on the terminal.
#include <algorithm>
#include <cstdio>
#include <map>

#include "engine/contract/messages.h"
#include "remote/cli/next_line.h"
#include "remote/cli/output.h"
#include "remote/cli/watch.h"
#include "remote/process/waiter.h"
#include "remote/store/named_runs.h"
#include "remote/store/run_store.h"

namespace trainyard {
namespace {

// The line printed for a run whenever it has changed.
QString lineOf(const RunRecord& run) {
  QString line = sanitizedForTerminal(titleOf(run)) + u"  "_s + stateText(run);
  if (run.state == RunState::completed && run.trainLoss)
    line += u"  loss "_s + numberText(*run.trainLoss);
  if (run.state == RunState::completed && run.evalLoss)
    line += u"  eval/loss "_s + numberText(*run.evalLoss);
  return line;
}

int codeOfAll(const QList<RunRecord>& runs) {
  for (const RunRecord& run : runs)
    if (run.state != RunState::completed) return exitCodeOf(run);
  return 0;
}

QString lastLine(const QList<RunRecord>& runs, const QString& study) {
  const auto completed = std::count_if(runs.begin(), runs.end(), [](const RunRecord& run) {
    return run.state == RunState::completed;
  });
  QString line = u"%1 of %2 runs of the study %3 completed"_s.arg(completed)
                     .arg(runs.size())
                     .arg(study.left(8));
  if (completed < runs.size())
    line += u"; `yard resume %1` continues the others"_s.arg(study.left(8));
  return line;
}

}  // namespace

QCoro::Task<Result<int>> watchStudy(ServiceClient& client, QString study, WatchOutput output) {
  explainInterruptAs(
      u"The runs go on. `yard watch %1` shows them again, `yard cancel %1` ends them."_s.arg(
          study.left(8)));
  RunStore store;
  Waiter changed;
  QObject::connect(&client, &ServiceClient::runsChanged, &changed, [&] { changed.wake(); });
  QObject::connect(&client, &ServiceClient::disconnected, &changed, [&] { changed.wake(); });
  std::map<QString, QString> said;
  for (;;) {
    if (!client.isConnected())
      if (auto connected = co_await client.connectToService(); !connected)
        co_return connected.error();
    CO_TRY(auto runs, store.study(study));
    runs = withoutReplaced(runs);
    for (const RunRecord& run : runs) {
      const QString line = lineOf(run);
      if (std::exchange(said[run.run], line) == line || output == WatchOutput::quiet) continue;
      printNote(line);
      if (const QString next = nextCommandOf(store, run); !next.isEmpty())
        std::fprintf(stderr, "          next: %s\n", next.toUtf8().constData());
    }
    if (std::none_of(runs.begin(), runs.end(),
                     [](const RunRecord& run) { return isOpen(run.state); })) {
      if (output != WatchOutput::quiet) printNote(lastLine(runs, study));
      co_return codeOfAll(runs);
    }
    co_await changed.wait({}, QDeadlineTimer(std::chrono::seconds(5)));
  }
}

}  // namespace trainyard
