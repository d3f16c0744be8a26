// One run: its head (name, state, progress, what to do) and the tabs under it.
#pragma once

#include <QWidget>

#include "gui/runs/run_actions.h"
#include "gui/targets/target_list.h"

class QLabel;
class QProgressBar;
class QPushButton;
class QStackedWidget;
class QTabWidget;

namespace trainyard {

class PlotGrid;
class RunModel;

class RunView : public QWidget {
  Q_OBJECT
 public:
  // All must outlive it.
  RunView(RunModel* run, RunActions* actions, TargetList* targets, QWidget* parent = nullptr);

  PlotGrid* curves() const { return m_curves; }

 signals:
  void failed(const QString& sentence);
  void openExperimentRequested(const QString& path);

 private:
  QWidget* buildHead();
  QWidget* buildFiles();
  void showRun();
  void showState();
  void showProgress();
  void showButtons();
  void showAbout();
  void askRemove();
  void askFetch();
  void openFolder();

  RunModel* m_run;
  RunActions* m_actions;
  TargetList* m_targets;
  QStackedWidget* m_pages;
  QLabel* m_name;
  QLabel* m_state;
  QLabel* m_reason;
  QLabel* m_reach;
  QLabel* m_facts;
  QLabel* m_files;
  QProgressBar* m_progress;
  QPushButton* m_cancel;
  QPushButton* m_resume;
  QPushButton* m_fetch;
  QPushButton* m_remove;
  QPushButton* m_folder;
  QPushButton* m_experiment;
  QTabWidget* m_tabs;
  PlotGrid* m_curves;
};

}  // namespace trainyard
