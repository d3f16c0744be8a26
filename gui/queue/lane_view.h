// SPDX-License-Identifier: GPL-3.0-or-later
// Lanes of nodes: who has which GPUs until when, with time from now to the right. The arrow keys
// go from bar to bar.
#pragma once

#include <QWidget>

#include "gui/look/tokens.h"
#include "gui/queue/lane_text.h"

namespace trainyard {

class LaneView : public QWidget {
  Q_OBJECT
 public:
  LaneView();

  void show(const LanePlan& plan, const LaneText::Names& names);
  const LanePlan& plan() const { return m_plan; }
  // What is said of the bar that the keys are at; empty: none.
  QString current() const;
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  bool event(QEvent* event) override;

 private:
  struct Place {
    int lane = -1, bar = -1;
  };
  QRectF laneRect(int lane) const;
  QRectF barRect(Place place) const;
  double xOf(double time) const;
  Place at(QPointF point) const;
  const LaneBar* barAt(Place place) const;
  QString details(Place place) const;
  void go(Place place);
  void paintAxis(QPainter& painter, const look::Tokens& now) const;
  void paintLane(QPainter& painter, const look::Tokens& now, int lane) const;
  void paintLegend(QPainter& painter, const look::Tokens& now) const;

  LanePlan m_plan;
  LaneText::Names m_names;
  Place m_current;
};

}  // namespace trainyard
