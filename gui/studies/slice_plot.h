// SPDX-License-Identifier: GPL-3.0-or-later
// The objective over one parameter.
#pragma once

#include "gui/studies/trial_plot.h"

namespace trainyard {

class SlicePlot : public TrialPlot {
  Q_OBJECT
 public:
  explicit SlicePlot(StudyModel* study, QWidget* parent = nullptr) : TrialPlot(study, parent) {}

  // Empty: the most important one.
  void setParameter(const QString& path);
  QString title() const override;

 protected:
  Scale horizontal() const override;
  Scale vertical() const override { return objectiveScale(); }
  bool isEmpty() const override;
  QString nothing() const override;
  std::optional<QPointF> pointOf(int trial) const override;
  void paintTrials(QPainter& painter, const PlotMap& map) const override;

 private:
  const StudyParameter* parameter() const;

  QString m_path;
};

}  // namespace trainyard
