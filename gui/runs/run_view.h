// SPDX-License-Identifier: GPL-3.0-or-later
// One run: its head (name, state, what to do, progress) and the tabs under it. Whatever the run
// does, nothing in the head moves.
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
  // Where the keys are in this view and the output is shown: they go to its search.
  bool findInOutput();
  // Whether the run is in the list beside it; one that is not, because something else is searched
  // for, is marked.
  void setListed(bool isListed);
  // Whether a run that was submitted is waited for; said while none is shown.
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
