// SPDX-License-Identifier: GPL-3.0-or-later
// Lanes of nodes: who has which GPUs until when, with time from now to the right. The arrow keys
// go from bar to bar. The bar of the chosen job can be dragged by its right edge, for another time
// limit, and by its lower edge, for other GPUs; with Ctrl the arrow keys do the same.
#pragma once

#include <QWidget>
#include <optional>

#include "gui/look/tokens.h"
#include "gui/queue/lane_text.h"

namespace trainyard {

// The chosen job as it would be with other resources: from when to when, and how much of a lane.
struct LaneGhost {
  double begin = 0, end = 0;
  int rows = 1;
};

class LaneView : public QWidget {
  Q_OBJECT
 public:
  LaneView();

  void show(const LanePlan& plan, const LaneText::Names& names);
  const LanePlan& plan() const { return m_plan; }
  // Beside the bar of the chosen job; nothing: it is as it is.
  void setGhost(std::optional<LaneGhost> ghost);
  void setDraggable(bool isDraggable) { m_isDraggable = isDraggable; }
  // What is said of the bar that the keys are at; empty: none.
  QString current() const;
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 signals:
  // Of the chosen job, while it is dragged.
  void dragged(qint64 seconds, int rows);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
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
  enum class Edge { none, right, lower };
  Place expected() const;
  LaneGhost shape() const;
  QRectF ghostRect() const;
  Edge edgeAt(QPointF point) const;
  void dragTo(QPointF point);
  bool dragByKey(int across, int down);
  void paintAxis(QPainter& painter, const look::Tokens& now) const;
  void paintLane(QPainter& painter, const look::Tokens& now, int lane) const;
  void paintLegend(QPainter& painter, const look::Tokens& now) const;

  LanePlan m_plan;
  LaneText::Names m_names;
  Place m_current;
  std::optional<LaneGhost> m_ghost;
  bool m_isDraggable = false;
  Edge m_edge = Edge::none;  // that is dragged
};

}  // namespace trainyard
