// SPDX-License-Identifier: GPL-3.0-or-later
// The clusters on the left; on the right the selected one's link, its actions, and all that is
// known about it.
#pragma once

#include <QMap>
#include <QPushButton>
#include <QStackedWidget>
#include <QTabWidget>

#include "gui/forms/page.h"
#include "gui/clusters/cluster_actions.h"
#include "gui/clusters/cluster_head.h"
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
    return QList<QAbstractButton*>{m_add, m_practice} + m_head->commandButtons();
  }

  // Both must outlive it.
  ClustersPage(ServiceClient* client, TargetList* targets);

  void add();
  void goTo(const QString& cluster) override;
  ClusterActions* actions() { return m_actions; }

 signals:
  void filesRequested(const QString& target, const QString& folder);

 private:
  QWidget* buildList();
  QWidget* buildTabs();
  void act(ClusterHead::Act act, const QString& cluster);
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
  bool m_hasChosen = false;
  QTableView* m_table;
  QStackedWidget* m_list = new QStackedWidget;
  QStackedWidget* m_pages = new QStackedWidget;
  QLabel* m_nothing;
  QLabel* m_empty;
  ClusterHead* m_head = new ClusterHead;
  QPushButton* m_add = new QPushButton;
  QPushButton* m_practice = new QPushButton;
  QTabWidget* m_tabs = new QTabWidget;
  StorageView* m_storage;
};

}  // namespace trainyard
