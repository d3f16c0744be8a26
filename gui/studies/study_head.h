// SPDX-License-Identifier: GPL-3.0-or-later
// The head of a study: its name, its state, and what can be done with it.
#pragma once

#include <QPushButton>

#include "gui/forms/elided_label.h"
#include "gui/forms/plain_label.h"
#include "gui/look/pill.h"
#include "gui/studies/study_actions.h"
#include "gui/studies/study_model.h"

namespace trainyard {

class StudyHead : public QWidget {
  Q_OBJECT
 public:
  // Both must outlive it.
  StudyHead(const StudyModel* study, StudyActions* actions);

  void showStudy();
  QPushButton* button(StudyActions::Act act) const { return m_buttons[static_cast<int>(act)]; }

 signals:
  void backRequested();

 private:
  void retranslate();
  void showButtons();
  void fit();

  const StudyModel* m_study;
  StudyActions* m_actions;
  QPushButton* m_back = new QPushButton;
  ElidedLabel* m_name = new ElidedLabel;
  look::Pill* m_state = new look::Pill;
  QLabel* m_kind = plainLabel(look::Role::help);
  QList<QPushButton*> m_buttons;  // in the order of StudyActions::Act
};

}  // namespace trainyard
