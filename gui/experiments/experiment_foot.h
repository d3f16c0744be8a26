// SPDX-License-Identifier: GPL-3.0-or-later
// Below the experiment: whether it can be submitted, and what it would take. Facts for which there
// is no room are left out, those at the left first.
#pragma once

#include <QWidget>

#include "gui/experiments/checks/submission_facts.h"
#include "gui/experiments/checks/submission_verdict.h"
#include "gui/forms/elided_label.h"

namespace trainyard {

class ExperimentFoot : public QWidget {
  Q_OBJECT
 public:
  ExperimentFoot();

  void showVerdict(const SubmissionVerdict& verdict);
  QString verdict() const;
  void showFacts(const QList<SubmissionFact>& facts);
  const QList<SubmissionFact>& facts() const { return m_facts; }
  QSize sizeHint() const override;

 signals:
  // The verdict was clicked: whoever has problems wants to see them.
  void problemsWanted();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;

 private:
  void fit();

  SubmissionVerdict m_verdict;
  ElidedLabel* m_words = new ElidedLabel;
  QList<SubmissionFact> m_facts;
  QList<QWidget*> m_shown;  // one for each fact
};

}  // namespace trainyard
