// SPDX-License-Identifier: GPL-3.0-or-later
// One study: its head with what can be done, and its overview, trials and slices.
#pragma once

#include <QPushButton>
#include <QStackedWidget>
#include <QTabWidget>
#include <QWidget>

#include "gui/forms/elided_label.h"
#include "gui/forms/plain_label.h"
#include "gui/look/pill.h"
#include "gui/studies/study_actions.h"
#include "gui/studies/study_model.h"
#include "gui/studies/trial_table_model.h"

namespace trainyard {

class BestCard;
class EffortCard;
class HistoryPlot;
class ImportanceBars;
class ParallelPlot;
class ProgressCard;
class SlicePlot;
class StudyPanel;
class TrialCurvesPlot;
class TrialTable;

class StudyView : public QWidget {
  Q_OBJECT
 public:
  // Both must outlive it.
  StudyView(StudyModel* study, StudyActions* actions);

  // A study that nothing is recorded of yet. `run`: the one whose job is to train its trials.
  void showMissing(const std::optional<RunRecord>& run);
  // The part that is shown, as it stands in an address: empty for the first, "trials", "slices".
  QString part() const;
  void showPart(const QString& part);
  void takeFocus();
  ParallelPlot* parallel() const { return m_parallel; }
  HistoryPlot* history() const { return m_history; }
  TrialTableModel* trials() { return &m_trials; }
  TrialTable* table() const { return m_table; }
  QPushButton* button(StudyActions::Act act) const;

 signals:
  void backRequested();
  void partChanged();
  void runWanted(const QString& run);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  QWidget* buildEmpty();
  QWidget* buildHead();
  QWidget* buildOverview();
  void connectParts();
  void retranslate();
  void showStudy();
  QString missingWords() const;
  void fitHead();
  void showButtons();
  void showBrush();
  void showImportance();
  void openBestRun();

  StudyModel* m_study;
  StudyActions* m_actions;
  TrialTableModel m_trials;
  QStackedWidget* m_pages = new QStackedWidget;
  QLabel* m_empty = plainLabel(look::Role::body);
  QPushButton* m_showRun = new QPushButton;
  QPushButton* m_back = new QPushButton;
  ElidedLabel* m_name = new ElidedLabel;
  look::Pill* m_state = new look::Pill;
  QLabel* m_kind = plainLabel(look::Role::help);
  QPushButton* m_openBest = new QPushButton;
  QPushButton* m_add = new QPushButton;
  QPushButton* m_stop = new QPushButton;
  QPushButton* m_export = new QPushButton;
  QTabWidget* m_tabs = new QTabWidget;
  ProgressCard* m_progress;
  BestCard* m_best;
  EffortCard* m_effort;
  HistoryPlot* m_history;
  TrialCurvesPlot* m_curves;
  StudyPanel* m_parallelPanel;
  ParallelPlot* m_parallel;
  QPushButton* m_clear = new QPushButton;
  StudyPanel* m_importancePanel;
  ImportanceBars* m_importance;
  SlicePlot* m_slice;
  TrialTable* m_table;
  TrialTable* m_allTrials;
  QTimer m_rest;  // of the brush: then the table follows
  bool m_isMissing = false;
  std::optional<RunRecord> m_missingRun;
};

}  // namespace trainyard
