// SPDX-License-Identifier: GPL-3.0-or-later
// The objective of all trials while they train: pruned ones dashed, the best one on top.
#pragma once

#include "gui/studies/trial_plot.h"

namespace trainyard {

class LineDensity;

class TrialCurvesPlot : public TrialPlot {
  Q_OBJECT
 public:
  explicit TrialCurvesPlot(StudyModel* study);

  QString title() const override;

 protected:
  QList<LegendEntry> legend() const override;
  Scale horizontal() const override { return m_steps; }
  Scale vertical() const override { return m_objective; }
  bool isEmpty() const override;
  QString nothing() const override;
  // Of its last report.
  std::optional<QPointF> pointOf(int trial) const override;
  void paintTrials(QPainter& painter, const PlotMap& map) const override;
  void paintChosen(QPainter& painter, const PlotMap& map, int trial) const override;
  std::optional<int> trialNear(QPointF position) const override;

 private:
  void measure();
  void paintRungs(QPainter& painter, const PlotMap& map) const;
  void addTo(LineDensity& lines, std::vector<float>& heights, const PlotMap& map, int trial) const;
  std::optional<double> valueAt(int trial, double step) const;

  Scale m_steps, m_objective;
};

}  // namespace trainyard
