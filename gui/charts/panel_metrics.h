// SPDX-License-Identifier: GPL-3.0-or-later
// Which metrics are shown together, and in which order: small multiples in sections.
#pragma once

#include <QStringList>
#include <optional>
#include <vector>

#include "gui/charts/own_panel.h"

namespace trainyard {

struct PanelMetrics {
  // What a person has put together; what a run learns; metrics whose names begin alike; what is
  // left; and how it runs, which a page folds at first.
  enum class Section { own, learning, group, other, performance };
  Section section = Section::learning;
  QString group;        // of Section::group: "discriminator", and of Section::own; of others empty
  QString title;        // "loss"
  QStringList metrics;  // of Section::own also derived ones (derived_curve.h)
  std::optional<OwnPanel> own;  // of Section::own
  qsizetype index = -1;         // of Section::own: which of OwnPanels it is
  QString problem;              // why some of it cannot be shown

  bool operator==(const PanelMetrics&) const = default;
};

// Training, evaluation and test of a metric, however they are spelled, are one panel: "loss",
// "val_loss" and "test/loss". Losses are first, then what is evaluated, then other measures; of the
// rest the given order stays. Nothing moves when the first evaluation arrives.
std::vector<PanelMetrics> arrangePanels(const QStringList& metrics);

// A panel a metric, below a heading for what stands before the last slash, in alphabetical order:
// those of a machine.
std::vector<PanelMetrics> arrangeByPrefix(const QStringList& metrics);

// A panel of a person's own with what of it the given metrics can show: of one with a value a run
// its first expression, and for a scatter that of the horizontal axis behind it. Without any metric
// it names the first problem.
PanelMetrics resolvePanel(const OwnPanel& panel, qsizetype index, const QStringList& metrics);

// What sets a metric apart in a panel of several: "train", "val"; its whole name where the split
// does not stand before or after the rest.
QString splitLabel(const QString& metric);

}  // namespace trainyard
