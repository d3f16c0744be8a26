// SPDX-License-Identifier: GPL-3.0-or-later
// The time of a run as a line, with marks of what happened: a moment is chosen on it by dragging,
// by the wheel or by keys.
#pragma once

#include <QWidget>

#include "gui/runs/moment/run_moments.h"

namespace trainyard {

class MomentSlider : public QWidget {
  Q_OBJECT
 public:
  MomentSlider();

  void show(const RunMoments& moments);
  const RunMoments& moments() const { return m_moments; }
  void setMoment(double time);
  double moment() const { return m_moment; }
  double xOf(double time) const;
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 signals:
  void chosen(double time);
  void playRequested();
  void endRequested();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  double timeAt(double x) const;
  void goTo(std::optional<double> time);
  void paintMarks(QPainter& painter) const;
  void paintAxis(QPainter& painter) const;

  RunMoments m_moments;
  double m_moment = 0;
};

}  // namespace trainyard
