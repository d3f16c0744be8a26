// SPDX-License-Identifier: GPL-3.0-or-later
// The table of a study's trials. Its current row is the chosen trial.
#pragma once

#include <QWidget>

#include "gui/studies/trial_table_model.h"

class QTableView;

namespace trainyard {

class TrialTable : public QWidget {
  Q_OBJECT
 public:
  // Both must outlive it.
  TrialTable(StudyModel* study, TrialTableModel* trials);

  QTableView* view() const { return m_view; }

 private:
  void followModel();
  void followChoice();
  void fitColumns();

  StudyModel* m_study;
  TrialTableModel* m_trials;
  QTableView* m_view;
  bool m_isFollowing = false;  // what is chosen: the table itself chooses nothing
};

}  // namespace trainyard
