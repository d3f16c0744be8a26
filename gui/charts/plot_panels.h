// SPDX-License-Identifier: GPL-3.0-or-later
// Which metrics are shown together: small multiples, grouped by what stands before the last slash
// of their names.
#pragma once

#include <QStringList>
#include <vector>

namespace trainyard {

struct PlotPanel {
  QString group;  // "train", "eval"; "train, eval" where one picture shows both
  QString title;  // "loss"
  QStringList metrics;

  bool operator==(const PlotPanel&) const = default;
};

// A metric that training and evaluation both have gets one picture for both; these come first, then
// train, eval, and other groups in alphabetical order. Inside a group the loss is first, then the
// order of arrival.
std::vector<PlotPanel> arrangePanels(const QStringList& metrics);

}  // namespace trainyard
