// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/clusters/cluster_cards.h"

#include <QHeaderView>
#include <QPainter>
#include <QTableView>
#include <QVBoxLayout>

#include "engine/system/unix_time.h"
#include "gui/clusters/finding_delegate.h"
#include "gui/clusters/login_chain.h"
#include "gui/clusters/partition_delegate.h"
#include "gui/clusters/ports_view.h"
#include "gui/clusters/storage_view.h"
#include "gui/forms/plain_label.h"
#include "gui/forms/plain_table.h"
#include "gui/forms/quantity_text.h"
#include "gui/look/card.h"
#include "gui/look/ink.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/pill.h"
#include "gui/targets/link_mark.h"
#include "gui/targets/share_list.h"
#include "gui/targets/target_shares.h"
#include "gui/targets/target_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;
using look::Role;

enum CardTitle { LoginTitle, PartitionsTitle, AccountsTitle, StorageTitle, CheckTitle, FactsTitle };

constexpr double narrowestPair = 640;

// As high as its rows: the page scrolls, and not a part of it.
QTableView* wholeTable(QTableView* table) {
  table->setSizeAdjustPolicy(QAbstractScrollArea::AdjustToContents);
  table->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  table->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  table->setSelectionMode(QAbstractItemView::SingleSelection);
  return table;
}

QLabel* asideLabel() {
  QLabel* label = plainLabel(Role::help);
  label->setForegroundRole(QPalette::PlaceholderText);
  return label;
}

}  // namespace

ClusterCards::ClusterCards(ServiceClient* client)
    : m_partitionTable(wholeTable(plainTable(&m_partitions))),
      m_findingTable(wholeTable(plainTable(&m_findings))),
      m_factTable(wholeTable(plainTable(&m_facts, FactsModel::ValueColumn))),
      m_link(new look::Pill),
      m_chain(new LoginChain),
      m_accounts(new ShareList),
      m_storage(new ShareList),
      m_ports(new PortsView(client)),
      m_kept(new StorageView(client)),
      m_text(textLabel(Role::help)),
      m_asked(asideLabel()),
      m_checked(asideLabel()) {
  for (int title = 0; title <= FactsTitle; ++title) m_titles << plainLabel(Role::card);
  m_findingTable->horizontalHeader()->hide();
  m_findingTable->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
  m_findingTable->verticalHeader()->setDefaultSectionSize(px(26));
  m_findingTable->setColumnHidden(FindingsModel::SeverityColumn, true);
  m_findingTable->setItemDelegate(new FindingDelegate(m_findingTable));
  m_factTable->horizontalHeader()->hide();
  m_factTable->setWordWrap(true);
  m_factTable->verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  m_partitionTable->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  m_partitionTable->horizontalHeader()->setStretchLastSection(true);
  m_partitionTable->setItemDelegateForColumn(PartitionsModel::FreeColumn,
                                             new PartitionDelegate(m_partitionTable));
  auto* body = new QWidget;
  auto* column = look::columnIn(body, px(14), {px(20), px(14), px(20), px(14)});
  m_partitionCard = addTable(m_partitionTable, m_titles[PartitionsTitle], m_asked);
  auto* kept = new look::Card;
  kept->column()->setContentsMargins(1, px(4), 1, 1);
  kept->column()->addWidget(m_kept);
  look::addAll(column, {buildLogin(), m_partitionCard, buildPair(), kept,
                        addTable(m_factTable, m_titles[FactsTitle], asideLabel()), look::gap()});
  setWidget(body);
  setWidgetResizable(true);
  setFrameShape(QFrame::NoFrame);
  setFocusPolicy(Qt::NoFocus);
  connect(m_ports, &PortsView::failed, this, &ClusterCards::failed);
  connect(m_kept, &StorageView::failed, this, &ClusterCards::failed);
  connect(m_kept, &StorageView::done, this, &ClusterCards::done);
  look::onEvent(this, QEvent::Resize, [this] { fit(); });
  look::keepTranslated(this, [this] { retranslate(); });
}

QWidget* ClusterCards::buildLogin() {
  auto* card = new look::Card;
  look::setInk(m_text, [](const look::Tokens& t) { return t.text2; });
  auto* head = look::rowIn(nullptr, px(8));
  look::addAll(head, {m_titles[LoginTitle], m_link, {m_text, 1}});
  look::addAll(card->column(), {head, m_chain});
  return card;
}

look::Card* ClusterCards::addTable(QTableView* table, QLabel* title, QLabel* aside) {
  auto* card = new look::Card;
  card->column()->setContentsMargins(1, px(12), 1, px(4));
  auto* head = look::rowIn(nullptr, px(8), {px(16), 0, px(16), 0});
  look::addAll(head, {title, look::gap(), aside});
  look::addAll(card->column(), {head, table});
  return card;
}

QWidget* ClusterCards::buildPair() {
  auto* pair = new QWidget;
  m_pair = look::rowIn(pair, px(14));
  auto* shares = new look::Card;
  look::addAll(shares->column(), {m_titles[AccountsTitle], m_accounts, m_titles[StorageTitle],
                                  m_storage, look::gap()});
  look::Card* check = addTable(m_findingTable, m_titles[CheckTitle], m_checked);
  auto* ports = look::rowIn(nullptr, 0, {px(16), px(4), px(16), px(8)});
  ports->addWidget(m_ports);
  look::addAll(check->column(), {ports, look::gap()});
  look::addAll(m_pair, {{shares, 1}, {check, 1}});
  return pair;
}

void ClusterCards::fit() {
  m_pair->setDirection(width() >= px(narrowestPair) ? QBoxLayout::LeftToRight
                                                    : QBoxLayout::TopToBottom);
}

void ClusterCards::retranslate() {
  const QStringList titles{tr("One login"), tr("Partitions"), tr("Accounts"),
                           tr("Storage"),   tr("Last check"), tr("What is known")};
  for (int title = 0; title < titles.size(); ++title) m_titles[title]->setText(titles[title]);
  m_partitionTable->setAccessibleName(titles[PartitionsTitle]);
  m_findingTable->setAccessibleName(titles[CheckTitle]);
  m_factTable->setAccessibleName(titles[FactsTitle]);
  m_partitions.retranslate();
}

void ClusterCards::showLink(const TargetRecord& cluster) {
  const LinkMark mark = linkMark(cluster);
  m_link->setState({TargetText::link(cluster), mark.icon, mark.tone});
  m_text->setText(TargetText::summary(cluster, unix_time()));
}

void ClusterCards::show(const TargetRecord& cluster, const std::optional<ClusterState>& state) {
  showLink(cluster);
  m_chain->show(cluster);
  m_facts.show(&cluster);
  m_partitions.show(cluster.facts.partitions, state);
  m_partitionCard->setVisible(m_partitions.rowCount() > 0);
  for (int column = 0; column < PartitionsModel::ColumnCount; ++column)
    m_partitionTable->setColumnHidden(column, !m_partitions.isTelling(column));
  m_asked->setText(state ? tr("as of %1").arg(QuantityText::clock(state->time, unix_time()))
                         : tr("as of the last login"));
  showAccounts(cluster, state);
  m_kept->show(cluster.settings.name);
  m_ports->show(cluster.settings.name, cluster.link == TargetLink::connected);
}

void ClusterCards::showAccounts(const TargetRecord& cluster,
                                const std::optional<ClusterState>& state) {
  const QList<AccountBalance>& balances =
      state && !state->balances.isEmpty() ? state->balances : cluster.facts.balances;
  const QList<ShareRow> accounts = TargetShares::accounts(balances);
  const QList<ShareRow> storage = TargetShares::storage(cluster, cluster.settings.base);
  m_accounts->show(accounts);
  m_storage->show(storage);
  m_titles[AccountsTitle]->setVisible(!accounts.isEmpty());
  m_accounts->setVisible(!accounts.isEmpty());
  m_titles[StorageTitle]->setVisible(!storage.isEmpty());
  m_storage->setVisible(!storage.isEmpty());
  m_titles[AccountsTitle]->parentWidget()->setVisible(!accounts.isEmpty() || !storage.isEmpty());
}

void ClusterCards::showFindings(const QList<TargetFinding>& findings) {
  m_findings.show(findings);
  m_findingTable->setVisible(!findings.isEmpty());
  const int problems = m_findings.count(Severity::error) + m_findings.count(Severity::warning);
  m_checked->setText(findings.isEmpty() ? tr("not checked since the window opened")
                     : problems == 0    ? tr("all in order")
                                        : tr("to look at: %1").arg(problems));
}

}  // namespace trainyard
