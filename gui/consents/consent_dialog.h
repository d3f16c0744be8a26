// SPDX-License-Identifier: GPL-3.0-or-later
// An agent's request: who asks for what, in whose words, what it would take, and the answer. It is
// opened by a person and takes no keys before; closed without an answer, the request stays open.
#pragma once

#include <QDialog>
#include <QTimer>

#include "gui/consents/consents.h"
#include "gui/forms/experiment_copy.h"

class QLabel;
class QPushButton;
class QTableView;
class QVBoxLayout;

namespace trainyard {

class ConsentChoices;

class ConsentDialog : public QDialog {
  Q_OBJECT
 public:
  // `consents` must outlive it. `record` is the whole request.
  ConsentDialog(Consents* consents, const ConsentRecord& record, QWidget* parent);

  const QString& id() const { return m_record.id; }

 signals:
  void experimentWanted(const trainyard::ExperimentCopy& copy);

 private:
  void buildHead(QVBoxLayout* column);
  void buildWords(QVBoxLayout* column);
  void buildRuns(QVBoxLayout* column);
  void buildChanges(QVBoxLayout* column);
  void buildBudget(QVBoxLayout* column);
  void buildFoot(QVBoxLayout* column);
  QTableView* runsTable();
  void showLeft();
  void showChoice();
  void note();
  void answer(ConsentState state);
  // It cannot be answered any more.
  void showEnd(const QString& sentence);

  Consents* m_consents;
  ConsentRecord m_record;
  QLabel* m_left;
  QLabel* m_leftMeaning;
  QLabel* m_end;
  ConsentChoices* m_choices;
  QPushButton *m_open, *m_refuse, *m_allow;
  QTimer m_second;
  bool m_isAnswering = false;
};

}  // namespace trainyard
