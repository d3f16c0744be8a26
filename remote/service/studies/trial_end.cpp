// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/studies/trial_end.h"

#include <algorithm>

#include "engine/contract/messages.h"
#include "engine/search/job_study.h"
#include "remote/schedulers/scheduler_kind.h"
#include "remote/service/protocol/protocol.h"

namespace trainyard {

bool mayPass(const RunRecord& run) {
  const std::string code = run.code.toStdString();
  return run.state == RunState::preempted || run.state == RunState::timed_out || isLost(run) ||
         isNodeLoss(code) || code == "node.lost";
}

Error causeOfEnd(const RunRecord& run) {
  if (run.state == RunState::cancelled) return make_error("cancelled", {});
  if (!run.reasonCode.empty()) return make_error(run.reasonCode, run.reasonArguments);
  return make_error("study.run_failed",
                    {{"why", (run.reason.isEmpty() ? run.code : run.reason).toStdString()}});
}

Error causeOfRefusal(const Error& refusal) {
  if (render_message(refusal.code, refusal.arguments) == refusal.message) return refusal;
  std::string words = refusal.message;
  std::ranges::replace(words, '\n', ' ');
  return make_error("study.run_failed", {{"why", std::move(words)}});
}

std::optional<double> bestValue(const QList<MetricPoint>& curve, SearchDirection direction) {
  std::vector<double> values;
  for (const MetricPoint& point : curve) values.push_back(point.value);
  return search::best_value(values, direction);
}

Error noObjective(const std::string& objective, const QList<MetricSummary>& reported) {
  std::vector<std::string> names;
  for (const MetricSummary& metric : reported) names.push_back(metric.name.toStdString());
  return search::no_objective(objective, names);
}

}  // namespace trainyard
