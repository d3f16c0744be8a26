// SPDX-License-Identifier: GPL-3.0-or-later
// Parallel coordinates: a line a run through its values on several axes. A range brushed on an axis
// leaves only the runs within it at full strength.
#pragma once

#include <QWidget>
#include <optional>

#include "gui/runs/compare/comparison.h"

namespace trainyard {

class ParallelPlot : public QWidget {
  Q_OBJECT
 public:
  explicit ParallelPlot(QWidget* parent = nullptr);

  void show(const Comparison& comparison);
  // How many runs there are, and how many are within all brushed ranges.
  int numRuns() const { return static_cast<int>(m_lines.size()); }
  int numWithin() const;
  QSize sizeHint() const override { return {480, 220}; }

 signals:
  void brushed();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;

 private:
  struct Axis {
    QString title;
    double low = 0, high = 1;
    bool isLogarithmic = false;
    QStringList names;                               // of values that are no numbers
    std::optional<std::pair<double, double>> brush;  // shares of the height, low and high
  };
  struct Line {
    std::vector<std::optional<double>> shares;  // of the height, one an axis
    int colour;
    bool leads;
  };
  QRectF room() const;
  double axisX(std::size_t axis) const;
  bool isWithin(const Line& line) const;
  std::optional<std::size_t> axisUnder(QPointF position) const;
  double shareAt(double y) const;
  void addAxis(const QString& title, const std::vector<QVariant>& values);

  std::vector<Axis> m_axes;
  std::vector<Line> m_lines;
  std::optional<std::size_t> m_dragged;
  double m_from = 0;
};

}  // namespace trainyard
