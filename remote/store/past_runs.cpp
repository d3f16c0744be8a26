// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/store/past_runs.h"

#include "remote/store/run_store.h"
#include "remote/store/run_usage.h"

namespace trainyard {
namespace {

// Of old runs neither the program nor the machine may be what it is now.
constexpr qsizetype mostComparable = 20;
constexpr int mostConsidered = 200;

// As the engine writes sizes: "1.50 GiB".
std::optional<double> gibOf(const QString& text) {
  bool isNumber = false;
  const double number = text.section(u' ', 0, 0).toDouble(&isNumber);
  if (!isNumber) return std::nullopt;
  if (text.endsWith(QLatin1String("GiB"))) return number;
  if (text.endsWith(QLatin1String("MiB"))) return number / 1024;
  return std::nullopt;
}

std::optional<double> planOf(const QList<MessageRecord>& messages) {
  for (const MessageRecord& message : messages)
    if (message.code == QLatin1String("memory.plan"))
      return gibOf(QString::fromStdString(get<std::string>(message.arguments, "total")));
  return std::nullopt;
}

Result<PastRun> pastRun(RunStore& store, const RunRecord& run) {
  PastRun past;
  past.workload = run.workload;
  past.target = run.target;
  TRY(past.settings, store.settings(run.run));
  if (run.attempt == 1 && run.started > 0 && run.ended > run.started)
    past.seconds = run.ended - run.started;
  if (run.workload != QLatin1String("engine")) return past;
  if (run.totalSteps) past.steps = static_cast<double>(*run.totalSteps);
  TRY(const auto messages, store.messages(run.run));
  past.planGib = planOf(messages);
  return past;
}

}  // namespace

Result<QList<PastRun>> pastRunsLike(const RunOfAKind& next, const QString& storePath) {
  RunStore store(storePath);
  UsageReader usages(storePath);
  QList<PastRun> comparable;
  TRY(const auto runs, store.runs());
  int considered = 0;
  for (const RunRecord& run : runs) {
    if (run.state != RunState::completed || run.workload != next.workload) continue;
    if (++considered > mostConsidered || comparable.size() == mostComparable) break;
    TRY(PastRun past, pastRun(store, run));
    if (!hasSameMemory(next, past) && !hasSamePace(next, past)) continue;
    TRY(const RunUsage usage, usages.usage(run.run));
    past.memoryGib = usage.memoryGib;
    if (usage.gpus && usage.gpus->busy > 0) past.gpuMemoryGib = usage.gpus->memoryGib;
    comparable << past;
  }
  return comparable;
}

}  // namespace trainyard
