// SPDX-License-Identifier: GPL-3.0-or-later
// Above the table of checkpoints: how many there are, and what can be done with the chosen ones.
// Removing asks in the place of the buttons and names the bytes; nothing moves.
#pragma once

#include <QStackedWidget>
#include <QWidget>

#include "gui/forms/elided_label.h"
#include "gui/runs/checkpoints/checkpoint_rows.h"

class QLabel;
class QPushButton;

namespace trainyard {

// What may be done depends on it.
struct CheckpointChoice {
  RunRecord run;
  CheckpointRows rows;
  QList<CheckpointRow> chosen;  // those that are ticked, else the current one
  bool isServed = false;        // the service is connected
  bool isReachable = false;     // the target could be asked
  bool isCopying = false, isRemoving = false;
  bool isDamaged = false;  // what was read of the current one says so

  // Why it is not possible now; empty: it is.
  QString resumeProblem() const;
  QString copyProblem() const;
  QString removeProblem() const;
};

class CheckpointHead : public QWidget {
  Q_OBJECT
 public:
  CheckpointHead();

  void show(const CheckpointChoice& choice);
  const CheckpointChoice& choice() const { return m_choice; }
  void resume();  // as its button, if that is possible

 signals:
  void resumeRequested();
  void exportRequested();
  // Into a folder of this computer.
  void fetchRequested(const QList<trainyard::CheckpointRow>& chosen, const QString& folder);
  void removeRequested(const QList<trainyard::CheckpointRow>& chosen);

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  QWidget* buildButtons();
  QWidget* buildQuestion();
  void retranslate();
  void askFolder();
  void askRemove();
  void endQuestion();
  QString summary() const;

  QLabel* m_title;
  ElidedLabel *m_summary = new ElidedLabel, *m_question = new ElidedLabel;
  QStackedWidget* m_pages = new QStackedWidget;
  QPushButton *m_resume, *m_export, *m_fetch, *m_remove, *m_keep, *m_confirm;
  CheckpointChoice m_choice;
  QList<CheckpointRow> m_asked;  // to be removed after the answer
};

}  // namespace trainyard
