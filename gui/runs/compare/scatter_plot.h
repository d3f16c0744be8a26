// SPDX-License-Identifier: GPL-3.0-or-later
// A number of each run by one of its settings, so that a trend is seen: a point a run.
#pragma once

#include <QWidget>

#include "gui/runs/records/comparison.h"

namespace trainyard {

class ScatterPlot : public QWidget {
  Q_OBJECT
 public:
  ScatterPlot();

  // `path`: of a setting whose values are numbers; `metric`: its best value is shown.
  void show(const Comparison& comparison, const QString& path, const QString& metric);
  QSize sizeHint() const override { return {480, 220}; }
  // Whether the values of a setting are numbers in at least two runs.
  static bool isNumeric(const Comparison& comparison, const QString& path);

 signals:
  void runChosen(const QString& run);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  bool event(QEvent* event) override;

 private:
  struct Dot {
    double x, y;
    int colour;
    QString run, name;
  };
  QRectF area() const;
  QPointF place(const Dot& dot) const;
  const Dot* under(QPointF position) const;
  double scaled(double x) const;

  std::vector<Dot> m_dots;
  QString m_path, m_metric;
  double m_low = 0, m_high = 1, m_left = 0, m_right = 1;
  bool m_isLogarithmic = false;  // spread over more than a decade
};

}  // namespace trainyard
