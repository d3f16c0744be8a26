// SPDX-License-Identifier: GPL-3.0-or-later
// A run: its head (name, actions, state, progress) and the tabs below. Nothing in the head moves,
// whatever the run does.
#pragma once

#include <QPushButton>
#include <QStackedWidget>
#include <QTabWidget>
#include <QWidget>

#include "gui/forms/elided_label.h"
#include "gui/forms/experiment_copy.h"
#include "gui/runs/actions/run_actions.h"
#include "gui/runs/records/run_records.h"
#include "gui/runs/actions/run_action_bar.h"
#include "gui/targets/target_list.h"

class QLabel;

namespace trainyard {

class CheckpointsPage;
class DevicesPage;
class PlotGrid;
class LogView;
class OverviewPage;
class ResultsView;
class RunButtons;
class RunConfiguration;
class RunHead;
class RunModel;
class RunNotes;
class SamplesView;
class StoreReader;

class RunView : public QWidget {
  Q_OBJECT
 public:
  // All must outlive it.
  RunView(RunModel* run, RunRecords* runs, StoreReader* reader, RunActions* actions,
          TargetList* targets);

  PlotGrid* curves() const { return m_curves; }
  OverviewPage* overview() const { return m_overview; }
  RunConfiguration* configuration() const { return m_configuration; }
  // The part that is shown, as it stands in an address: empty for the first, "logs", "curves"...
  QString part() const;
  void showPart(const QString& part);
  // Moves the focus to the tabs.
  void takeFocus();
  // If the focus is in this view and the output is shown, moves it to the output's search.
  bool findInOutput();
  QList<QAbstractButton*> commandButtons() const;
  // Whether a submitted run is awaited; shown while there is no run.
  void setAwaiting(bool isAwaiting);

 signals:
  void failed(const QString& sentence);
  void done(const QString& sentence);
  void backRequested();
  void partChanged();
  void openExperimentRequested(const trainyard::ExperimentCopy& copy);
  void wanted(trainyard::RunActionBar::Act act, const trainyard::RunRecord& run);
  void runWanted(const QString& run);
  void studyWanted(const QString& study);
  void clusterWanted(const QString& cluster);
  void filesWanted(const QString& target, const QString& folder);

 private:
  QWidget* buildTitle();
  void buildTabs(TargetList* targets);
  void connectParts(const TargetList* targets);
  void connectQuestions();
  void connectOverview();
  QWidget* buildMoment(const StoreReader* reader);
  void retranslate();
  void showRun();
  void showState();
  void showTabs();

  RunModel* m_run;
  RunActions* m_actions;
  QStackedWidget* m_pages = new QStackedWidget;
  QLabel* m_empty;
  ElidedLabel* m_name = new ElidedLabel;
  QPushButton* m_back = new QPushButton;
  QLabel* m_id;
  RunHead* m_head;
  RunButtons* m_buttons;
  QTabWidget* m_tabs = new QTabWidget;
  OverviewPage* m_overview;
  LogView* m_log = nullptr;
  PlotGrid* m_curves;
  ResultsView* m_results;
  SamplesView* m_samples;
  DevicesPage* m_devices;
  CheckpointsPage* m_checkpoints;
  RunConfiguration* m_configuration;
  RunNotes* m_notes;
  bool m_isAwaiting = false;
};

}  // namespace trainyard
