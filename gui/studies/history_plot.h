// SPDX-License-Identifier: GPL-3.0-or-later
// The objective of the trials in the order in which they started, and the best so far.
#pragma once

#include "gui/studies/trial_plot.h"

namespace trainyard {

class HistoryPlot : public TrialPlot {
  Q_OBJECT
 public:
  explicit HistoryPlot(StudyModel* study, QWidget* parent = nullptr) : TrialPlot(study, parent) {}

  QString title() const override;

 protected:
  QList<LegendEntry> legend() const override;
  Scale horizontal() const override;
  Scale vertical() const override { return objectiveScale(); }
  bool isEmpty() const override;
  QString nothing() const override;
  std::optional<QPointF> pointOf(int trial) const override;
  void paintTrials(QPainter& painter, const PlotMap& map) const override;
};

}  // namespace trainyard
