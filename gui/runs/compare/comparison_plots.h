// SPDX-License-Identifier: GPL-3.0-or-later
// What separates the runs that are compared: their best values by a setting, and all of it as
// parallel coordinates.
#pragma once

#include <QComboBox>

#include "gui/charts/parallel_axes.h"
#include "gui/forms/plain_label.h"
#include "gui/runs/records/comparison.h"

namespace trainyard {

class ParallelPlot;
class ScatterPlot;

class ComparisonPlots : public QWidget {
  Q_OBJECT
 public:
  ComparisonPlots();

  // In the current language, too.
  void show(const Comparison& comparison);

 signals:
  void runChosen(const QString& run);

 private:
  void showScatter();
  void showBrush();

  Comparison m_comparison;
  QLabel* m_scatterTitle = plainLabel(look::Role::card);
  QComboBox* m_path = new QComboBox;
  QComboBox* m_metric = new QComboBox;
  ScatterPlot* m_scatter;
  QLabel* m_parallelTitle = plainLabel(look::Role::card);
  ParallelAxes m_axes;
  ParallelPlot* m_parallel;
};

}  // namespace trainyard
