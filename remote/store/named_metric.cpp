// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/store/named_metric.h"

#include "engine/contract/run/metric_meaning.h"
#include "remote/store/loss_series.h"

namespace trainyard {

const MetricSummary* namedMetric(const QList<MetricSummary>& metrics, const QString& name) {
  const MetricSummary* found = nullptr;
  int least = 0;
  for (const MetricSummary& metric : metrics) {
    if (metric.name == name) return &metric;
    if (!isOwnLoss(name)) continue;
    const auto place = loss_place(metric.name.toStdString());
    if (!place || (*place >= first_evaluation_loss) != (name == evalLoss)) continue;
    if (found && (*place > least || (*place == least && metric.name > found->name))) continue;
    found = &metric;
    least = *place;
  }
  return found;
}

}  // namespace trainyard
