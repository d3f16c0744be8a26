// SPDX-License-Identifier: GPL-3.0-or-later
// The devices of a run as lanes over time, with what each came to at the right. A moment is chosen
// by a click or by arrow keys; a drag, the wheel with Ctrl, + and - choose the range that is shown.
#pragma once

#include <QWidget>
#include <optional>

#include "gui/runs/devices/device_lanes.h"

class QPainter;

namespace trainyard {

class LanesView : public QWidget {
  Q_OBJECT
 public:
  LanesView();

  // `isOpen`: the run goes on, so that the last sample is now.
  void show(const QList<DeviceLane>& lanes, bool isOpen);
  void setMeasure(DeviceMeasure measure);
  // What is shown; nothing: all.
  void setRange(std::optional<DeviceSpan> range);
  DeviceSpan range() const;
  void choose(std::optional<double> moment);
  std::optional<double> moment() const { return m_moment; }
  const QList<DeviceLane>& lanes() const { return m_lanes; }

  double xOf(double time) const;
  QRectF laneRect(int lane) const;
  // What is known of this moment: "12:17, all 16 GPUs idle for 25 min".
  QString momentText() const;
  QString summary() const;
  QSize sizeHint() const override;

 signals:
  void momentChosen(double time);
  void logRequested();  // of the chosen moment
  void rangeChanged();

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  QRectF area() const;
  double timeAt(double x) const;
  void zoom(double centre, double factor);
  void pick(double time);
  void paintLane(QPainter& painter, int lane) const;
  void paintFigures(QPainter& painter, int lane) const;
  void paintNames(QPainter& painter) const;
  void paintAxis(QPainter& painter) const;
  void paintMoment(QPainter& painter) const;
  bool isFirstOfNode(int lane) const;
  QString tipAt(QPointF point) const;

  QList<DeviceLane> m_lanes;
  DeviceMeasure m_measure = DeviceMeasure::load;
  std::optional<DeviceSpan> m_range;
  std::optional<double> m_moment;
  std::optional<QPointF> m_pressed, m_dragged;
  bool m_isOpen = false;
};

}  // namespace trainyard
