// One run: its head (name, state, progress, what to do) and the tabs under it.
#pragma once

#include <QWidget>

#include "gui/runs/run_actions.h"

class QLabel;
class QProgressBar;
class QPushButton;
class QStackedWidget;
class QTabWidget;
class QTableView;
class QAbstractItemModel;

namespace trainyard {

class PlotGrid;
class RunModel;

class RunView : public QWidget {
  Q_OBJECT
 public:
  RunView(RunModel* run, RunActions* actions, QWidget* parent = nullptr);

  PlotGrid* curves() const { return m_curves; }

 signals:
  void failed(const QString& sentence);
  void openExperimentRequested(const QString& path);

 private:
  QWidget* buildHead();
  QWidget* buildFiles();
  QTableView* buildTable(QAbstractItemModel* model, int stretched);
  void showRun();
  void showState();
  void askRemove();
  void openFolder();

  RunModel* m_run;
  RunActions* m_actions;
  QStackedWidget* m_pages;
  QLabel* m_name;
  QLabel* m_state;
  QLabel* m_reason;
  QLabel* m_facts;
  QLabel* m_files;
  QProgressBar* m_progress;
  QPushButton* m_cancel;
  QPushButton* m_resume;
  QPushButton* m_remove;
  QPushButton* m_folder;
  QPushButton* m_experiment;
  QTabWidget* m_tabs;
  PlotGrid* m_curves;
};

}  // namespace trainyard
