// SPDX-License-Identifier: GPL-3.0-or-later
// `yard cancel`. A failure of one run does not affect the others.
#include <algorithm>

#include "engine/contract/messages.h"
#include "remote/cli/command.h"
#include "remote/cli/named_study.h"
#include "remote/store/named_runs.h"

namespace trainyard {
namespace {

qsizetype openOnes(const QList<RunRecord>& runs) {
  return std::ranges::count_if(runs, [](const RunRecord& run) { return isOpen(run.state); });
}

// What is asked before; empty: nothing. One run is cancelled without a question, as it can be
// resumed; its tasks or trials are not one.
Result<QString> cancelQuestion(RunStore& store, const NamedRuns& named) {
  const RunRecord& first = named.runs.first();
  TRY(const auto tasks, store.tasksOf(first.run));
  TRY(const auto trials, store.study(first.run));
  if (named.isStudy() || !trials.isEmpty()) {
    const QString study = named.isStudy() ? named.study : first.run;
    return u"Cancel the study %1 with its %2 runs that have not ended?"_s.arg(study.left(8))
        .arg(openOnes(named.isStudy() ? named.runs : trials));
  }
  if (openOnes(tasks) < 2) return QString();
  return u"Cancel the %1 tasks of %2 that have not ended?"_s.arg(openOnes(tasks)).arg(first.name);
}

// A search would start its next trials instead of those that are cancelled: it is stopped first.
QCoro::Task<Result<void>> endSearch(ServiceClient& client, NamedRuns& named) {
  CO_TRY(co_await stopTrials(client, named.study));
  RunStore store;
  CO_TRY(named.runs, store.study(named.study));
  co_return {};
}

QCoro::Task<Result<int>> cancelStudy(ServiceClient& client, NamedRuns named) {
  int code = 0, told = 0;
  if (isStudyOfJobs(named.study)) {
    CO_TRY(co_await endSearch(client, named));
  }
  for (const RunRecord& run : std::as_const(named.runs)) {
    if (!isOpen(run.state)) continue;
    auto waits = co_await client.call(methods::cancel, {}, run.run);
    if (!waits && waits.error().code == "run.ended") continue;
    if (!waits) code = fail(waits.error());
    if (waits) ++told;
    if (waits && !waits->waits.isEmpty()) print(sanitizedForTerminal(waits->waits));
  }
  printCount(told, named.runs.size(), named.study, "were told to end");
  co_return code;
}

struct CancelCommand {
  RunOption which;
  YesOption yes;

  void describe(CLI::App& command) {
    which.describe(command);
    yes.describe(command, "Cancel several runs without asking; required without a terminal");
  }

  QCoro::Task<Result<int>> run(ServiceClient& client) {
    RunStore store;
    CO_TRY(auto named, namedRuns(store, which.run, Meant::open));
    if (!yes.isGiven) {
      CO_TRY(const auto question, cancelQuestion(store, named));
      if (!question.isEmpty())
        if (const auto code = yes.refusal(question, "nothing was cancelled")) co_return *code;
    }
    if (named.isStudy()) co_return co_await cancelStudy(client, named);
    const QString run = named.runs.first().run;
    CO_TRY(auto waits, co_await client.call(methods::cancel, {}, run));
    print(waits.waits.isEmpty() ? u"%1 was told to end"_s.arg(run)
                                : sanitizedForTerminal(waits.waits));
    co_return 0;
  }
};

}  // namespace

extern const Command cancelCommand{"cancel", "Cancel a run, or all runs of a study or an array",
                                   addCommand<CancelCommand>};

}  // namespace trainyard
