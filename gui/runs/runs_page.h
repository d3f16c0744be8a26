// All runs on the left, the chosen one on the right.
#pragma once

#include <QWidget>

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
class QTreeView;
class QTimer;

namespace trainyard {

class RunView;

class RunsPage : public QWidget {
  Q_OBJECT
 public:
  // All must outlive it.
  RunsPage(ServiceClient* client, StoreReader* reader, TargetList* targets,
           QWidget* parent = nullptr);

  // Chooses a run, now or as soon as it is known.
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

 private:
  QWidget* buildList();
  void connectReader();
  void connectClient();
  void choose(const QModelIndex& index);
  void select(const QString& run);
  void requestNews();
  void showCount();
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
  QTreeView* m_table;
  QLineEdit* m_search;
  QComboBox* m_states;
  QLabel* m_count;
  QLabel* m_empty;
  QStackedWidget* m_list;
  QTimer* m_newsTimer;
  QString m_wanted;
  bool m_filled = false, m_hasChosenColumns = false;
};

}  // namespace trainyard
