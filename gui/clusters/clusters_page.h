// SPDX-License-Identifier: GPL-3.0-or-later
// The clusters on the left; on the right the selected one's link, its actions, and all that is
// known about it.
#pragma once

#include <QMap>
#include <QPushButton>
#include <QStackedWidget>
#include <QTabWidget>
#include <functional>

#include "gui/forms/elided_label.h"
#include "gui/forms/page.h"
#include "gui/clusters/cluster_actions.h"
#include "gui/clusters/clusters_model.h"
#include "gui/clusters/facts_model.h"
#include "gui/clusters/findings_model.h"
#include "gui/clusters/partitions_model.h"

class QLabel;
class QTableView;

namespace trainyard {

class StorageView;

class ClustersPage : public Page {
  Q_OBJECT
 public:
  QString title() const override { return tr("Clusters"); }
  QList<QAbstractButton*> commandButtons() const override {
    return {m_add, m_practice, m_check, m_checkJob, m_files, m_edit, m_remove};
  }

  // Both must outlive it.
  ClustersPage(ServiceClient* client, TargetList* targets);

  void add();
  void choose(const QString& cluster);
  ClusterActions* actions() { return m_actions; }

 signals:
  void filesRequested(const QString& target, const QString& folder);

 private:
  QWidget* buildList();
  QWidget* buildHead();
  QWidget* buildTabs();
  void bind(QPushButton* button, std::function<void(const QString&)> act);
  void retranslate();
  void showPractice();
  void pick();
  void showChosen();
  void showLink();
  void showFindings(const QString& cluster, const TargetCheckAnswer& answer);
  void edit(const QString& cluster);
  void askRemove(const QString& cluster);
  void check(const QString& cluster, CheckTarget what);
  const TargetRecord* chosen() const;

  TargetList* m_targets;
  ClusterActions* m_actions;
  ClustersModel m_clusters;
  FactsModel m_facts;
  PartitionsModel m_partitions;
  FindingsModel m_findings;
  QMap<QString, QList<TargetFinding>> m_lastFindings;  // by cluster, from this window's last check
  QString m_wanted;                                    // to be selected once it is in the list
  QString m_shown;                                     // the cluster shown; empty: none
  QString m_pressed;  // the one that was shown when a button was pressed
  bool m_hasChosen = false;
  QTableView* m_table;
  QStackedWidget* m_list = new QStackedWidget;
  QStackedWidget* m_pages = new QStackedWidget;
  QLabel* m_nothing;
  QLabel* m_empty;
  ElidedLabel* m_name = new ElidedLabel;
  QLabel* m_link;
  QLabel* m_text;
  QPushButton* m_add = new QPushButton;
  QPushButton* m_practice = new QPushButton;
  QPushButton* m_files = new QPushButton;
  QPushButton* m_connect = new QPushButton;
  QPushButton* m_disconnect = new QPushButton;
  QPushButton* m_check = new QPushButton;
  QPushButton* m_checkJob = new QPushButton;
  QPushButton* m_edit = new QPushButton;
  QPushButton* m_remove = new QPushButton;
  QTabWidget* m_tabs = new QTabWidget;
  StorageView* m_storage;
};

}  // namespace trainyard
