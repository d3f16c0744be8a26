// SPDX-License-Identifier: GPL-3.0-or-later
// The clusters on the left; on the right all that is known about the selected one, and above it
// what can be done with it.
#pragma once

#include <QMap>
#include <QStackedWidget>

#include "gui/forms/page.h"
#include "gui/clusters/cluster_actions.h"
#include "gui/clusters/cluster_head.h"
#include "gui/targets/target_list.h"

class QLabel;
class QTimer;

namespace trainyard {

class ClusterCards;
class ClusterList;
class ClusterStateReader;

class ClustersPage : public Page {
  Q_OBJECT
 public:
  QString title() const override { return tr("Clusters"); }
  QList<QAbstractButton*> commandButtons() const override;

  // Both must outlive it.
  ClustersPage(ServiceClient* client, TargetList* targets);

  void add();
  void goTo(const QString& cluster) override;
  ClusterActions* actions() { return m_actions; }

 signals:
  void filesRequested(const QString& target, const QString& folder);

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  void connectParts();
  void act(ClusterHead::Act act, const QString& cluster);
  void retranslate();
  void pick();
  void showChosen();
  void showHead();
  void showFindings(const QString& cluster, const TargetCheckAnswer& answer);
  void copyShellCommand(const QString& cluster);
  void edit(const QString& cluster);
  void askRemove(const QString& cluster);
  void check(const QString& cluster, CheckTarget what);
  const TargetRecord* chosen() const;

  TargetList* m_targets;
  ClusterActions* m_actions;
  ClusterStateReader* m_state;
  QMap<QString, QList<TargetFinding>> m_lastFindings;  // by cluster, from this window's last check
  QString m_wanted;                                    // to be selected once it is in the list
  QString m_shown;                                     // the cluster shown; empty: none
  bool m_hasChosen = false;
  ClusterHead* m_head = new ClusterHead;
  ClusterList* m_list;
  ClusterCards* m_cards;
  QStackedWidget* m_pages = new QStackedWidget;
  QLabel* m_nothing;
  QTimer* m_clock;
};

}  // namespace trainyard
