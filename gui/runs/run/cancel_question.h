// SPDX-License-Identifier: GPL-3.0-or-later
// Asks in the row of a run's buttons whether it is to be cancelled, without another window. It
// stays until it is answered, so that nothing else appears under the pointer; only selecting
// another run removes it.
#pragma once

#include <QPushButton>

#include "gui/forms/elided_label.h"

namespace trainyard {

class RunActions;
class RunModel;

class CancelQuestion : public QWidget {
  Q_OBJECT
 public:
  static constexpr int spacing = 6;

  // Both must outlive it.
  CancelQuestion(RunModel* run, RunActions* actions);

  void ask(const QString& run);
  void refresh();
  // `width`: of the question, in pixels.
  void retranslate(int width);

 signals:
  void closed();

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void cancelAskedRun();
  void end();

  RunModel* m_run;
  RunActions* m_actions;
  ElidedLabel* m_text = new ElidedLabel;
  QPushButton* m_no = new QPushButton;
  QPushButton* m_yes = new QPushButton;
  QString m_asked;  // the run to cancel after confirmation; empty: no question is open
  bool m_isAnswered = false;
};

}  // namespace trainyard
