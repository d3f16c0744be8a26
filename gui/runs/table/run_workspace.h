// SPDX-License-Identifier: GPL-3.0-or-later
// The comparing workspace: all runs in one table, with the curves of those that are shown beside
// it. Only a person chooses, sorts and scrolls; what happens elsewhere changes values, not places.
#pragma once

#include <QSplitter>
#include <QStackedWidget>
#include <QWidget>

#include "gui/charts/curve_set.h"
#include "gui/runs/actions/run_actions.h"
#include "gui/runs/records/run_records.h"
#include "gui/runs/records/store_reader.h"
#include "gui/runs/table/group_verdicts.h"
#include "gui/runs/actions/run_action_bar.h"
#include "gui/runs/table/run_menus.h"
#include "gui/runs/table/run_table_model.h"
#include "gui/runs/records/spark_reader.h"
#include "gui/runs/table/table_requests.h"

namespace trainyard {

class EmptyRuns;
class PlotGrid;
class RunProjects;
class RunTableView;
class RunsHead;
namespace look {
class SegmentedControl;
}

class RunWorkspace : public QWidget {
  Q_OBJECT
 public:
  // All must outlive it.
  RunWorkspace(StoreReader* reader, TableReader* tables, RunRecords* records, RunActions* actions);
  ~RunWorkspace() override;

  RunTableModel* model() { return &m_model; }
  RunTableView* table() { return m_table; }
  CurveSet* curves() { return &m_curves; }
  PlotGrid* grid() { return m_grid; }
  // Makes the row of a run the current one, if the run is in the table.
  void choose(const QString& run);
  void enterSearch();
  // Shows the runs that a filter finds.
  void search(const QString& filter);
  QString searched() const;
  // Shows a saved view, if there is one of this name.
  void showView(const QString& name);
  // In the order of the table.
  QList<RunRecord> chosenRuns() const;

 signals:
  void openRequested(const QString& run);
  void compareRequested(const QStringList& runs);
  void wanted(trainyard::RunActionBar::Act act, const QList<trainyard::RunRecord>& runs);
  void failed(const QString& sentence);
  void done(const QString& sentence);
  // Of those that are saved.
  void viewsChanged();
  void projectsChanged(const QStringList& projects);
  void presetWanted();  // there are no runs

 private:
  enum class Layout { table, both, curves };
  QWidget* buildList();
  void connectTable();
  void connectRecords();
  void retranslate();
  void setLayoutKind(Layout layout);
  // Reads the table again; `order`: whether rows that stay may move.
  void request(RunTableModel::Order order);
  void showTable(const RunTable& table, const QStringList& keys, RunTableModel::Order order);
  void showCounts();
  void showCurves();
  void showChosen();
  QStringList defaultKeys() const;
  void setView(const NamedRunQuery& view);
  void act(RunActionBar::Act act);

  RunRecords* m_records;
  RunActions* m_actions;
  RunTableModel m_model;
  SparkReader m_sparks;
  GroupVerdicts m_verdicts;
  CurveSet m_curves;
  RunTableQuery m_query;
  RunProjects* m_projects;
  RunMenus m_menus;
  TableRequests m_requests;
  QStringList m_metrics;
  int m_total = 0;
  look::SegmentedControl* m_layouts;
  RunsHead* m_head;
  QSplitter* m_panes = new QSplitter;
  RunActionBar* m_bar;
  QStackedWidget* m_pages = new QStackedWidget;
  RunTableView* m_table;
  EmptyRuns* m_empty;
  PlotGrid* m_grid;
};

}  // namespace trainyard
