// SPDX-License-Identifier: GPL-3.0-or-later
// Where the experiment can run: a row for each target, with what speaks for it. Arrow keys or a
// click choose one.
#pragma once

#include <QWidget>

#include "gui/experiments/checks/target_offers.h"

namespace trainyard {

class TargetsCard : public QWidget {
  Q_OBJECT
 public:
  TargetsCard();

  // What it takes at most.
  struct Limits {
    double gpuHours = 0;  // in all; 0: none are asked for
    double seconds = 0;   // from its start to its end; 0: unknown
  };
  // `now`: Unix seconds.
  void show(const QList<TargetOffer>& offers, const QString& chosen, const Limits& limits,
            double now);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }

 signals:
  void chosen(const QString& target);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  bool event(QEvent* event) override;

 private:
  struct Columns {
    double fits, start, hours;
  };
  Columns columns() const;
  QRectF rowAt(int row) const;
  int rowUnder(QPointF point) const;
  int chosenRow() const;
  void describe();
  void paintGround(QPainter& painter, int row) const;
  void paintFit(QPainter& painter, const TargetOffer& offer, const QRectF& box) const;
  void paintStart(QPainter& painter, const TargetOffer& offer, const QRectF& box) const;
  QString startOf(const TargetOffer& offer) const;
  // When it would end at the latest; empty: unknown. On this computer no time limit ends it.
  QString endOf(const TargetOffer& offer) const;

  QList<TargetOffer> m_offers;
  QString m_chosen;
  Limits m_limits;
  double m_now = 0;
  int m_hovered = -1;
};

}  // namespace trainyard
