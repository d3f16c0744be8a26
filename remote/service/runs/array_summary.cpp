#include "remote/service/runs/array_summary.h"

#include <algorithm>
#include <array>

#include <QStringList>

namespace trainyard {

ArraySummary summaryOf(const QList<RunRecord>& tasks) {
  std::array<qsizetype, 8> counts{};
  for (const RunRecord& task : tasks) ++counts[static_cast<std::size_t>(task.state)];
  const auto count = [&](RunState state) { return counts[static_cast<std::size_t>(state)]; };
  ArraySummary summary;
  QStringList parts{
      QStringLiteral("%1 of %2 tasks completed").arg(count(RunState::completed)).arg(tasks.size())};
  for (const RunState state :
       {RunState::running, RunState::waiting, RunState::preparing, RunState::failed,
        RunState::timed_out, RunState::preempted, RunState::cancelled})
    if (count(state) > 0)
      parts << QStringLiteral("%1 %2")
                   .arg(count(state))
                   .arg(nameOf(state).replace(QLatin1Char('_'), QLatin1Char(' ')));
  summary.reason = parts.join(QStringLiteral(", "));
  const auto first = std::find_if(tasks.begin(), tasks.end(), [](const RunRecord& task) {
    return task.state != RunState::completed;
  });
  if (count(RunState::running) > 0)
    summary.state = RunState::running;
  else if (count(RunState::waiting) + count(RunState::preparing) > 0)
    summary.state = RunState::waiting;
  else if (first == tasks.end())
    summary.state = RunState::completed;
  else {
    summary.state = first->state;
    summary.code = first->code;
    summary.exitCode = first->exitCode.value_or(1);
    summary.reason +=
        QStringLiteral("; task %1: %2").arg(first->arrayIndex.value_or(0)).arg(first->reason);
  }
  return summary;
}

}  // namespace trainyard
