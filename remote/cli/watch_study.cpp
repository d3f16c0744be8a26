// SPDX-License-Identifier: GPL-3.0-or-later
// `yard watch` for a study, and the resolution of its argument.
#include <algorithm>
#include <cstdio>
#include <map>

#include "engine/contract/messages.h"
#include "remote/store/named_runs.h"
#include "remote/cli/named_study.h"
#include "remote/cli/next_line.h"
#include "remote/cli/output.h"
#include "remote/cli/study_commands.h"
#include "remote/cli/watch.h"
#include "remote/process/waiter.h"
#include "remote/store/run_store.h"

namespace trainyard {
namespace {

// The line printed for a run whenever it has changed.
QString lineOf(const RunRecord& run) {
  QString line = sanitizedForTerminal(titleOf(run)) + QStringLiteral("  ") + stateText(run);
  if (run.state == RunState::completed && run.trainLoss)
    line += QStringLiteral("  loss ") + numberText(*run.trainLoss);
  if (run.state == RunState::completed && run.evalLoss)
    line += QStringLiteral("  eval/loss ") + numberText(*run.evalLoss);
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
  QString line = QStringLiteral("%1 of %2 runs of the study %3 completed")
                     .arg(completed)
                     .arg(runs.size())
                     .arg(study.left(8));
  if (completed < runs.size())
    line += QStringLiteral("; `yard resume %1` continues the others").arg(study.left(8));
  return line;
}

}  // namespace

QCoro::Task<int> watchStudy(ServiceClient& client, QString study, WatchOutput output) {
  explainInterruptAs(
      QStringLiteral(
          "The runs go on. `yard watch %1` shows them again, `yard cancel %1` ends them.")
          .arg(study.left(8)));
  RunStore store;
  Waiter changed;
  QObject::connect(&client, &ServiceClient::runsChanged, &changed, [&] { changed.wake(); });
  QObject::connect(&client, &ServiceClient::disconnected, &changed, [&] { changed.wake(); });
  std::map<QString, QString> said;
  for (;;) {
    if (!client.isConnected())
      if (auto connected = co_await client.connectToService(); !connected)
        co_return fail(connected.error());
    auto runs = store.study(study);
    if (!runs) co_return fail(runs.error());
    *runs = withoutReplaced(*runs);
    for (const RunRecord& run : *runs) {
      const QString line = lineOf(run);
      if (std::exchange(said[run.run], line) == line || output == WatchOutput::quiet) continue;
      std::fprintf(stderr, "%s\n", line.toUtf8().constData());
      if (const QString next = nextCommandOf(store, run); !next.isEmpty())
        std::fprintf(stderr, "          next: %s\n", next.toUtf8().constData());
    }
    if (std::none_of(runs->begin(), runs->end(),
                     [](const RunRecord& run) { return isOpen(run.state); })) {
      if (output != WatchOutput::quiet)
        std::fprintf(stderr, "%s\n", lastLine(*runs, study).toUtf8().constData());
      co_return codeOfAll(*runs);
    }
    co_await changed.wait({}, QDeadlineTimer(std::chrono::seconds(5)));
  }
}

QCoro::Task<int> watchCommand(ServiceClient& client, QString text) {
  RunStore store;
  StudyReader reader;
  int code = 0;
  // A search is a study before its first trial is a run.
  if (const auto study = studyNamed(reader, store, text);
      study && isStudyOfJobs(*study) && !store.resolve(text)) {
    code = co_await watchSearch(client, *study, usualWatchOutput());
    co_return code;
  }
  auto named = namedRuns(store, text, Meant::open);
  if (!named) co_return fail(named.error());
  if (named->isStudy() && isStudyOfJobs(named->study))
    code = co_await watchSearch(client, named->study, usualWatchOutput());
  else if (named->isStudy())
    code = co_await watchStudy(client, named->study, usualWatchOutput());
  else
    code = co_await watchRun(client, named->runs.first().run, usualWatchOutput());
  co_return code;
}

}  // namespace trainyard
