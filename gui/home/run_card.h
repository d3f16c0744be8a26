// SPDX-License-Identifier: GPL-3.0-or-later
// A run that waits or goes on: name, state, loss, progress with the time left, target.
#pragma once

#include <QPushButton>

#include "gui/forms/plain_label.h"
#include "gui/home/card_button.h"
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
  QSize sizeHint() const override;

 protected:
  void paintContent(QPainter& painter) override;

 private:
  QString footText() const;

  RunRecord m_run;
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
  QLabel* m_title = plainLabel(look::Role::card);
  QPushButton* m_all = new QPushButton;
  QHBoxLayout* m_cards;
};

}  // namespace trainyard
