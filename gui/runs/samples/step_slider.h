// SPDX-License-Identifier: GPL-3.0-or-later
// The steps at which there is a sample, as dots along an axis. Its value is the position among
// them, so the keys of a slider go from one to the next, however far apart their steps are.
#pragma once

#include <QList>
#include <QSlider>

namespace trainyard {

class StepSlider : public QSlider {
  Q_OBJECT
 public:
  StepSlider();

  // Ascending. Does not change the value, unless there are fewer now.
  void setSteps(const QList<double>& steps);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  double placeOf(double step) const;
  int nearestTo(double x) const;
  void paintTicks(class QPainter& painter) const;

  QList<double> m_steps;
};

}  // namespace trainyard
