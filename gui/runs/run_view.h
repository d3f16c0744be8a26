// SPDX-License-Identifier: GPL-3.0-or-later
// A run: its head (name, state, actions, progress) and the tabs below. Nothing in the head moves,
// whatever the run does.
#pragma once

#include <QWidget>

#include "gui/runs/run_actions.h"
#include "gui/targets/target_list.h"

class QLabel;
class QProgressBar;
class QStackedWidget;
class QTabWidget;

namespace trainyard {

class ElidedLabel;
class PlotGrid;
class RunButtons;
class LogView;
class ResultsView;
class RunModel;

class RunView : public QWidget {
  Q_OBJECT
 public:
  // All must outlive it.
  RunView(RunModel* run, RunActions* actions, TargetList* targets, QWidget* parent = nullptr);

  PlotGrid* curves() const { return m_curves; }
  // If the focus is in this view and the output is shown, moves it to the output's search.
  bool findInOutput();
  // Whether the run is in the list next to it; one that is not, because of a search, is marked.
  void setListed(bool isListed);
  // Whether a submitted run is awaited; shown while there is no run.
  void setAwaiting(bool isAwaiting);

 signals:
  void failed(const QString& sentence);
  void done(const QString& sentence);
  void openExperimentRequested(const QString& path);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  QWidget* buildHead();
  void buildTabs();
  QWidget* buildAbout();
  void retranslate();
  void showRun();
  void showState();
  void showWhere();
  void showProgress();
  void showAbout();
  void askRemove(const RunRecord& run);
  void askFetch(const RunRecord& run);
  void openFolder(const RunRecord& run);

  RunModel* m_run;
  RunActions* m_actions;
  TargetList* m_targets;
  QStackedWidget* m_pages;
  QLabel* m_empty;
  ElidedLabel* m_name;
  QLabel* m_state;
  QLabel* m_mark;
  ElidedLabel* m_where;
  ElidedLabel* m_facts;
  QLabel* m_about;
  QProgressBar* m_progress;
  RunButtons* m_buttons;
  QTabWidget* m_tabs;
  QLabel* m_messageCount;
  LogView* m_log = nullptr;
  PlotGrid* m_curves;
  ResultsView* m_results;
  PlotGrid* m_machine;
  QString m_aboutText;
  bool m_isListed = true, m_isAwaiting = false;
};

}  // namespace trainyard
