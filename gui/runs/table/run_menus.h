// SPDX-License-Identifier: GPL-3.0-or-later
// The menus above the table of runs: views, groups, order, columns. They are made when they open,
// as they depend on what the runs have.
#pragma once

#include <QObject>

#include "gui/runs/table/run_table_model.h"
#include "gui/runs/table/run_views.h"
#include "remote/store/run_table.h"

class QMenu;
class QToolButton;

namespace trainyard {

class RunMenus : public QObject {
  Q_OBJECT
 public:
  // `query` is what they change, `first` what stands before the tools. All must outlive it.
  RunMenus(RunTableQuery* query, const RunTableModel* model, QWidget* first);

  // The button of the views; and groups, order and columns in a row.
  QToolButton* views() { return m_views; }
  QWidget* tools() { return m_tools; }
  // What the runs have that may be a column.
  void setKnown(const QStringList& metrics, const QStringList& settings);
  void retranslate();
  // How the runs are grouped and ordered.
  void showQuery();

 signals:
  // The query has changed; `order`: whether rows that stay may move.
  void changed(trainyard::RunTableModel::Order order);
  void viewChosen(const trainyard::NamedRunQuery& view);
  // A person wants what is shown now kept by this name.
  void saveRequested(const QString& name);
  // Of those that are saved.
  void viewsChanged();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void buildTools(QWidget* first);
  void buildViewsMenu();
  void buildGroupMenu();
  void buildSortMenu();
  void buildColumnsMenu();
  void saveView();

  RunTableQuery* m_query;
  const RunTableModel* m_model;
  QStringList m_metrics, m_settings;
  QToolButton *m_views, *m_group, *m_sort, *m_columns;
  QWidget* m_tools;
};

}  // namespace trainyard
