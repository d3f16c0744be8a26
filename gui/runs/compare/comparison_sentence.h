// SPDX-License-Identifier: GPL-3.0-or-later
// What differs among compared runs and which of them leads, by a metric that a person may choose:
// the choice is kept for all comparisons.
#pragma once

#include <QComboBox>
#include <QPushButton>

#include "gui/forms/plain_label.h"
#include "gui/forms/experiment_copy.h"
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
  QPushButton* seedsButton() const { return m_moreSeeds; }

 signals:
  void objectiveChosen();
  void duplicateRequested(const QString& run);
  // Experiments that would tell apart what cannot be told apart.
  void experimentsRequested(const QList<trainyard::ExperimentCopy>& copies);

 private:
  QLabel* m_sentence = plainLabel(look::Role::body);
  QComboBox* m_objective = new QComboBox;
  QPushButton* m_duplicate = new QPushButton;
  QPushButton* m_moreSeeds = new QPushButton;
  QList<ExperimentCopy> m_copies;
  QString m_leader;  // its run
};

}  // namespace trainyard
