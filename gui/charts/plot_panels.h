// SPDX-License-Identifier: GPL-3.0-or-later
// Which metrics are shown together: small multiples, grouped by the part of their names before the
// last slash.
#pragma once

#include <QStringList>
#include <vector>

namespace trainyard {

struct PlotPanel {
  QString group;  // "train", "eval"; "train, eval" if one plot shows both
  QString title;  // "loss"
  QStringList metrics;

  bool operator==(const PlotPanel&) const = default;
};

// A metric that both training and evaluation have gets one plot for both; these come first, then
// train, eval, and other groups in alphabetical order. Within a group the loss is first, the rest
// is in order of arrival.
std::vector<PlotPanel> arrangePanels(const QStringList& metrics);

}  // namespace trainyard
