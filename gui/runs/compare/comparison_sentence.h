// SPDX-License-Identifier: GPL-3.0-or-later
// What differs among compared runs and which of them leads, by a metric that a person may choose:
// the choice is kept for all comparisons.
#pragma once

#include <QComboBox>
#include <QPushButton>

#include "gui/forms/plain_label.h"
#include "gui/forms/experiment_copy.h"
#include "gui/look/card.h"
#include "gui/runs/compare/seed_submission.h"
#include "gui/runs/records/comparison.h"

namespace trainyard {

class ComparisonSentence : public look::Card {
  Q_OBJECT
 public:
  // The client must outlive it.
  explicit ComparisonSentence(ServiceClient* client);

  // In the current language, too.
  void show(const Comparison& comparison);
  // The metric that was chosen; empty: none.
  static QString objective();
  QPushButton* duplicateButton() const { return m_duplicate; }
  QPushButton* seedsButton() const { return m_moreSeeds; }
  QPushButton* runButton() const { return m_run; }

 signals:
  void objectiveChosen();
  void duplicateRequested(const QString& run);
  // Experiments that would tell apart what cannot be told apart.
  void experimentsRequested(const QList<trainyard::ExperimentCopy>& copies);
  // Runs that would do so, and are on their way.
  void submitted(const QStringList& runs);
  void failed(const QString& sentence);

 private:
  void buildQuestion();
  void showQuestion(bool isAsked);
  void showEnd(const QStringList& runs, const QString& problem);

  QLabel* m_sentence = plainLabel(look::Role::body);
  QComboBox* m_objective = new QComboBox;
  QPushButton* m_duplicate = new QPushButton;
  QPushButton* m_moreSeeds = new QPushButton;
  QPushButton* m_run = new QPushButton;
  // Asks before anything is submitted.
  QWidget* m_question = new QWidget;
  QLabel* m_asked = plainLabel(look::Role::body);
  QPushButton *m_yes = new QPushButton, *m_no = new QPushButton;
  SeedSubmission m_submission;
  QList<SeedRun> m_repeated;
  QList<ExperimentCopy> m_copies;
  QString m_leader;  // its run
};

}  // namespace trainyard
