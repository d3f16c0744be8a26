// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/studies/trial_end.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/contract/messages.h"
#include "engine/search/study.h"
#include "engine/system/comma_list.h"
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
  if (curve.isEmpty()) return std::nullopt;
  double best = std::numeric_limits<double>::quiet_NaN();
  for (const MetricPoint& point : curve) {
    if (std::isnan(point.value)) continue;
    if (std::isnan(best) ||
        search::loss_of(point.value, direction) < search::loss_of(best, direction))
      best = point.value;
  }
  return best;
}

Error noObjective(const std::string& objective, const QList<MetricSummary>& reported) {
  if (reported.isEmpty()) return make_error("study.no_metrics", {{"objective", objective}});
  std::vector<std::string> names;
  for (const MetricSummary& metric : reported) names.push_back(metric.name.toStdString());
  return make_error("search.no_objective", {{"metric", objective}, {"known", comma_list(names)}});
}

}  // namespace trainyard
