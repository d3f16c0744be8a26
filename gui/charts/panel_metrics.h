// SPDX-License-Identifier: GPL-3.0-or-later
// Which metrics are shown together: small multiples, grouped by the part of their names before the
// last slash.
#pragma once

#include <QStringList>
#include <vector>

namespace trainyard {

struct PanelMetrics {
  QString group;  // "train", "eval"; "train, eval" if training and evaluation share panels
  QString title;  // "loss"
  QStringList metrics;

  bool operator==(const PanelMetrics&) const = default;
};

// A panel a metric: train and eval first, then the other groups in alphabetical order. Within a
// group the loss is first, the rest is in the given order.
std::vector<PanelMetrics> arrangePanels(const QStringList& metrics);

// Training and evaluation are one group, and a metric that both have is one panel, as in the view
// of one run. Nothing in it moves when the first evaluation arrives.
std::vector<PanelMetrics> arrangePairedPanels(const QStringList& metrics);

}  // namespace trainyard
