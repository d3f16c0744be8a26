// SPDX-License-Identifier: GPL-3.0-or-later
// One study: its head with what can be done, and its overview, trials and slices.
#pragma once

#include <QPushButton>
#include <QStackedWidget>
#include <QTabWidget>
#include <QWidget>

#include "gui/forms/plain_label.h"
#include "gui/studies/study_actions.h"
#include "gui/studies/study_model.h"
#include "gui/studies/trial_table_model.h"

namespace trainyard {

class StudyCurves;
class StudyHead;
class StudyOverview;

class StudyView : public QWidget {
  Q_OBJECT
 public:
  // Both must outlive it.
  StudyView(StudyModel* study, StudyActions* actions, const QString& storePath);

  // A study that nothing is recorded of yet. `run`: the one whose job is to train its trials.
  void showMissing(const std::optional<RunRecord>& run);
  // The part that is shown, as it stands in an address: empty for the first, "trials", "curves",
  // "slices".
  QString part() const;
  void showPart(const QString& part);
  void takeFocus();
  StudyHead* head() const { return m_head; }
  StudyOverview* overview() const { return m_overview; }
  TrialTableModel* trials() { return &m_trials; }

 signals:
  void backRequested();
  void partChanged();
  void runWanted(const QString& run);
  void failed(const QString& sentence);
  void done(const QString& sentence);

 private:
  QWidget* buildEmpty();
  void connectParts();
  void retranslate();
  void showStudy();
  QString missingWords() const;

  StudyModel* m_study;
  TrialTableModel m_trials;
  QStackedWidget* m_pages = new QStackedWidget;
  QLabel* m_empty = plainLabel(look::Role::body);
  QPushButton* m_showRun = new QPushButton;
  StudyHead* m_head;
  QTabWidget* m_tabs = new QTabWidget;
  StudyOverview* m_overview;
  bool m_isMissing = false;
  std::optional<RunRecord> m_missingRun;
};

}  // namespace trainyard
