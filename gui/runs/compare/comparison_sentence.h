// SPDX-License-Identifier: GPL-3.0-or-later
// What differs among compared runs and which of them leads, by a metric that a person may choose:
// the choice is kept for all comparisons.
#pragma once

#include <QComboBox>
#include <QPushButton>

#include "gui/forms/plain_label.h"
#include "gui/look/card.h"
#include "gui/runs/records/comparison.h"

namespace trainyard {

class ComparisonSentence : public look::Card {
  Q_OBJECT
 public:
  ComparisonSentence();

  // In the current language, too.
  void show(const Comparison& comparison);
  // The metric that was chosen; empty: none.
  static QString objective();
  QPushButton* duplicateButton() const { return m_duplicate; }

 signals:
  void objectiveChosen();
  void duplicateRequested(const QString& run);

 private:
  QLabel* m_sentence = plainLabel(look::Role::body);
  QComboBox* m_objective = new QComboBox;
  QPushButton* m_duplicate = new QPushButton;
  QString m_leader;  // its run
};

}  // namespace trainyard
