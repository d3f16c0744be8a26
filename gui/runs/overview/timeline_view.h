// SPDX-License-Identifier: GPL-3.0-or-later
// The timeline of a run as a picture: waits, attempts and checkpoints above one axis of time.
#pragma once

#include <QWidget>

#include "gui/runs/overview/run_timeline.h"

namespace trainyard {

class TimelineView : public QWidget {
  Q_OBJECT
 public:
  TimelineView();

  void show(const RunTimeline& timeline);
  const RunTimeline& timeline() const { return m_timeline; }
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;

 private:
  QRectF lane(int number) const;
  double xOf(double time) const;
  QRectF boxOf(const TimelineBar& bar, int number) const;
  void paintBars(QPainter& painter, const QList<TimelineBar>& bars, int number) const;
  void paintAxis(QPainter& painter) const;

  RunTimeline m_timeline;
};

}  // namespace trainyard
