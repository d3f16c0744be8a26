// SPDX-License-Identifier: GPL-3.0-or-later
// A run that waits or goes on: name, state, loss with its curve, progress with the time left,
// target.
#pragma once

#include <QElapsedTimer>
#include <QList>
#include <QPointF>
#include <QPushButton>

#include "gui/forms/plain_label.h"
#include "gui/home/card_button.h"
#include "gui/runs/records/spark_reader.h"
#include "gui/runs/records/table_reader.h"
#include "remote/store/records.h"

class QHBoxLayout;

namespace trainyard {

class RunCard : public CardButton {
  Q_OBJECT
 public:
  using CardButton::CardButton;

  // `now` in Unix seconds.
  void show(const RunRecord& run, double now);
  const QString& run() const { return m_run.run; }
  // Of its training loss, whatever the program calls it.
  void setCurve(const QList<QPointF>& points);
  QSize sizeHint() const override;

 protected:
  void paintContent(QPainter& painter) override;

 private:
  QString footText() const;
  void paintLoss(QPainter& painter, const QRectF& rect, double loss) const;

  RunRecord m_run;
  QList<QPointF> m_curve;
  double m_now = 0;
};

// The runs that are open, as cards; hidden while there are none.
class RunningNow : public QWidget {
  Q_OBJECT
 public:
  RunningNow();

  // The first few of `runs`.
  void show(const QList<RunRecord>& runs);

 signals:
  void runWanted(const QString& run);
  void allWanted();

 private:
  void showCurves();

  TableReader m_tables;
  SparkReader m_curves{&m_tables};
  QElapsedTimer m_sinceRead;
  QLabel* m_title = plainLabel(look::Role::card);
  QPushButton* m_all = new QPushButton;
  QHBoxLayout* m_cards;
};

}  // namespace trainyard
