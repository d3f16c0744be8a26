// SPDX-License-Identifier: GPL-3.0-or-later
// All runs on the left, the chosen one on the right. Only a person chooses: a search, a state
// filter or a run that is removed elsewhere leaves the chosen one where it is.
#pragma once

#include <QWidget>
#include <functional>

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

class RunsPage : public QWidget {
  Q_OBJECT
 public:
  // All must outlive it.
  RunsPage(ServiceClient* client, StoreReader* reader, TargetList* targets,
           QWidget* parent = nullptr);

  // Chooses a run, now or as soon as it is known; until then none is shown. A second call for the
  // same run changes nothing any more.
  void showRun(const QString& run);
  RunModel* currentRun() { return &m_run; }
  RunsModel* runs() { return &m_runs; }
  RunView* view() { return m_view; }

 signals:
  void failed(const QString& sentence);
  void done(const QString& sentence);
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
  QString m_wanted;     // to be chosen as soon as it is known
  QString m_lastShown;  // the last one that was asked for
  bool m_filled = false, m_hasChosenColumns = false, m_isFiltering = false;
};

}  // namespace trainyard
