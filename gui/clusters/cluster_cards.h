// SPDX-License-Identifier: GPL-3.0-or-later
// All that is known of a cluster, as cards: its login, partitions, accounts and storage, the last
// check and open ports, what is kept there, and facts.
#pragma once

#include <QScrollArea>

#include "gui/clusters/facts_model.h"
#include "gui/clusters/findings_model.h"
#include "gui/clusters/partitions_model.h"
#include "remote/service/client/client.h"

class QBoxLayout;
class QLabel;
class QTableView;

namespace trainyard {

namespace look {
class Card;
class Pill;
}  // namespace look

class LoginChain;
class PortsView;
class ShareList;
class StorageView;

class ClusterCards : public QScrollArea {
  Q_OBJECT
 public:
  // The client must outlive it.
  explicit ClusterCards(ServiceClient* client);

  void show(const TargetRecord& cluster, const std::optional<ClusterState>& state);
  // Its link alone, which has a time in it.
  void showLink(const TargetRecord& cluster);
  // Those of the last check from this window; empty: there was none.
  void showFindings(const QList<TargetFinding>& findings);
  int errors() const { return m_findings.count(Severity::error); }

 signals:
  void failed(const QString& sentence);
  void done(const QString& sentence);

 private:
  look::Card* addTable(QTableView* table, QLabel* title, QLabel* aside);
  QWidget* buildLogin();
  QWidget* buildPair();
  void showAccounts(const TargetRecord& cluster, const std::optional<ClusterState>& state);
  void fit();
  void retranslate();

  FactsModel m_facts;
  PartitionsModel m_partitions;
  FindingsModel m_findings;
  QTableView *m_partitionTable, *m_findingTable, *m_factTable;
  look::Pill* m_link;
  LoginChain* m_chain;
  ShareList *m_accounts, *m_storage;
  PortsView* m_ports;
  StorageView* m_kept;
  look::Card* m_partitionCard = nullptr;
  QBoxLayout* m_pair = nullptr;
  QList<QLabel*> m_titles;  // of the cards, in the order of their names in retranslate()
  QLabel *m_text, *m_asked, *m_checked;
};

}  // namespace trainyard
