// SPDX-License-Identifier: GPL-3.0-or-later
// All runs on the left, the selected one on the right. Only the user changes the selection: a
// search, a state filter or a run that is removed elsewhere does not.
#pragma once

#include <functional>

#include "gui/forms/page.h"
#include "gui/runs/run_actions.h"
#include "gui/runs/run_model.h"
#include "gui/runs/runs_filter_model.h"
#include "gui/runs/runs_model.h"
#include "gui/runs/store_reader.h"
#include "gui/targets/target_list.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QStackedWidget;
class QTimer;

namespace trainyard {

class RunsTable;
class RunView;

class RunsPage : public Page {
  Q_OBJECT
 public:
  QString title() const override { return tr("Runs"); }

  // All must outlive it.
  RunsPage(ServiceClient* client, StoreReader* reader, TargetList* targets,
           QWidget* parent = nullptr);

  // Selects a run, now or once it is known; until then none is shown. A second call for the same
  // run has no effect.
  void showRun(const QString& run);
  // The user goes to a run, from wherever they are.
  void goToRun(const QString& run);
  RunModel* currentRun() { return &m_run; }
  RunsModel* runs() { return &m_runs; }
  RunView* view() { return m_view; }

 signals:
  void openExperimentRequested(const QString& path);
  // The list has been filled for the first time.
  void filled();

 protected:
  void changeEvent(QEvent* event) override;

 private:
  QWidget* buildList();
  void buildTable();
  void connectTable();
  void retranslate();
  void connectReader();
  void connectClient();
  void choose(const QModelIndex& index);
  void select(const QString& run);
  void requestNews();
  void requestCurves();
  void filter(const std::function<void()>& change);
  void showFound();
  void showCount();
  void showChosenRow();
  void tick();
  void showTargetColumn();
  void chooseColumns(const QPoint& position);

  ServiceClient* m_client;
  StoreReader* m_reader;
  TargetList* m_targets;
  RunActions* m_actions;
  RunsModel m_runs;
  RunsFilterModel m_filter;
  RunModel m_run;
  RunView* m_view;
  RunsTable* m_table;
  QLineEdit* m_search;
  QComboBox* m_states;
  QLabel* m_count;
  QLabel* m_empty;
  QStackedWidget* m_list;
  QTimer* m_newsTimer;
  QString m_wanted;     // to be selected once it is known
  QString m_lastShown;  // the last one requested
  bool m_filled = false, m_hasChosenColumns = false, m_isFiltering = false;
  // New points are read one request at a time, however often the run changes.
  bool m_isReadingCurves = false, m_hasNewCurves = false;
};

}  // namespace trainyard
