// SPDX-License-Identifier: GPL-3.0-or-later
// A study at once: how far it is, its best trial, its plots, and the trials within the brush.
#pragma once

#include <QPushButton>
#include <QScrollArea>
#include <QTimer>

namespace trainyard {

class BestCard;
class EffortCard;
class HistoryPlot;
class ImportanceBars;
class ParallelPlot;
class ProgressCard;
class SlicePlot;
class StudyModel;
class StudyPanel;
class TrialTable;
class TrialTableModel;

class StudyOverview : public QScrollArea {
  Q_OBJECT
 public:
  // Both must outlive it.
  StudyOverview(StudyModel* study, TrialTableModel* trials);

  // One that is known.
  void showStudy();
  ParallelPlot* parallel() const { return m_parallel; }
  HistoryPlot* history() const { return m_history; }
  TrialTable* table() const { return m_table; }

 signals:
  void runWanted(const QString& run);

 private:
  void build();
  void connectParts();
  void retranslate();
  void showBrush();
  void showImportance();
  void openBestRun();

  StudyModel* m_study;
  TrialTableModel* m_trials;
  ProgressCard* m_progress;
  BestCard* m_best;
  EffortCard* m_effort;
  HistoryPlot* m_history;
  StudyPanel* m_parallelPanel;
  ParallelPlot* m_parallel;
  QPushButton* m_clear = new QPushButton;
  StudyPanel* m_importancePanel;
  ImportanceBars* m_importance;
  SlicePlot* m_slice;
  TrialTable* m_table;
  QTimer m_rest;  // of the brush: then the table follows
};

}  // namespace trainyard
