// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/runs/array_summary.h"

#include <algorithm>
#include <array>

namespace trainyard {

ArraySummary summaryOf(const QList<RunRecord>& tasks) {
  std::array<qsizetype, 8> counts{};
  for (const RunRecord& task : tasks) ++counts[static_cast<std::size_t>(task.state)];
  const auto count = [&](RunState state) { return counts[static_cast<std::size_t>(state)]; };
  ArraySummary summary;
  summary.reason = makeMessage(
      "array.completed", {{"completed", static_cast<std::int64_t>(count(RunState::completed))},
                          {"tasks", static_cast<std::int64_t>(tasks.size())}});
  for (const RunState state :
       {RunState::running, RunState::waiting, RunState::preparing, RunState::failed,
        RunState::timed_out, RunState::preempted, RunState::cancelled})
    if (count(state) > 0)
      summary.reason = makeMessage("array.and_" + nameOf(state).toStdString(),
                                   {{"others", asArgument(summary.reason)},
                                    {"count", static_cast<std::int64_t>(count(state))}});
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
    summary.reason = makeMessage(
        "array.first_problem",
        {{"others", asArgument(summary.reason)},
         {"task", first->arrayIndex.value_or(0)},
         {"why", asArgument({first->reasonCode, first->reasonArguments, first->reason})}});
  }
  return summary;
}

}  // namespace trainyard
