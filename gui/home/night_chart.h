// SPDX-License-Identifier: GPL-3.0-or-later
// The runs of a night as bars over the hours: as they are expected, or as they went with what had
// been said behind them.
#pragma once

#include <QWidget>

#include "gui/home/night_plan.h"

namespace trainyard {

class NightChart : public QWidget {
  Q_OBJECT
 public:
  explicit NightChart(QWidget* parent = nullptr);

  void showPlan(const NightPlan& plan, double now);
  void showOutcomes(const QList<NightOutcome>& outcomes, double now);
  QSize sizeHint() const override;
  // What is said of a row, for its tip and for somebody who does not see it.
  QString details(qsizetype row) const;

 signals:
  void runChosen(const QString& run);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  bool event(QEvent* event) override;

 private:
  struct Bar {
    NightOutcome run;
    bool isOutcome = false;
  };
  void show(QList<Bar> bars, double now);
  double xOf(double time) const;
  QRectF rowRect(qsizetype row) const;
  qsizetype rowAt(QPointF point) const;
  void paintRow(QPainter& painter, qsizetype row) const;
  void paintHours(QPainter& painter) const;
  void choose(qsizetype row);

  QList<Bar> m_bars;
  double m_now = 0, m_low = 0, m_high = 1;
  qsizetype m_current = 0;
};

}  // namespace trainyard
