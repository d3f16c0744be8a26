// SPDX-License-Identifier: GPL-3.0-or-later
// A run that waits or goes on: name, state, loss, progress with the time left, target.
#pragma once

#include "gui/home/card_button.h"
#include "remote/store/records.h"

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

}  // namespace trainyard
