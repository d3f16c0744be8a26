// SPDX-License-Identifier: GPL-3.0-or-later
// Which metrics are shown together, and in which order: small multiples in sections.
#pragma once

#include <QStringList>
#include <vector>

namespace trainyard {

struct PanelMetrics {
  // What a run learns; metrics whose names begin alike; what is left; and how it runs, which a page
  // folds at first.
  enum class Section { learning, group, other, performance };
  Section section = Section::learning;
  QString group;  // of Section::group: "discriminator"; of others empty
  QString title;  // "loss"
  QStringList metrics;

  bool operator==(const PanelMetrics&) const = default;
};

// Training, evaluation and test of a metric, however they are spelled, are one panel: "loss",
// "val_loss" and "test/loss". Losses are first, then what is evaluated, then other measures; of the
// rest the given order stays. Nothing moves when the first evaluation arrives.
std::vector<PanelMetrics> arrangePanels(const QStringList& metrics);

// A panel a metric, below a heading for what stands before the last slash, in alphabetical order:
// those of a machine.
std::vector<PanelMetrics> arrangeByPrefix(const QStringList& metrics);

// What sets a metric apart in a panel of several: "train", "val"; its whole name where the split
// does not stand before or after the rest.
QString splitLabel(const QString& metric);

}  // namespace trainyard
