// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/clusters/clusters_page.h"

#include <QHeaderView>
#include <QMessageBox>
#include <QShortcut>
#include <QTableView>
#include <QTimer>
#include <utility>

#include "gui/clusters/add_cluster_dialog.h"
#include "gui/clusters/link_delegate.h"
#include "gui/clusters/storage_view.h"
#include "gui/forms/list_and_detail.h"
#include "gui/forms/plain_label.h"
#include "gui/forms/plain_table.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/style.h"
#include "gui/look/type.h"
#include "gui/forms/plain_tip.h"
#include "gui/targets/practice_start.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

enum ClusterTab { FindingsTab, FactsTab, PartitionsTab, StorageTab };

}  // namespace

ClustersPage::ClustersPage(ServiceClient* client, TargetList* targets)
    : m_targets(targets),
      m_actions(new ClusterActions(client, this)),
      m_clusters(targets),
      m_table(plainTable(&m_clusters)),
      m_nothing(emptyLabel()),
      m_empty(emptyLabel()),
      m_storage(new StorageView(client)) {
  auto* body = new QWidget;
  look::addAll(look::columnIn(body), {m_head, {buildTabs(), 1}});
  m_pages->addWidget(m_nothing);
  m_pages->addWidget(body);
  layListAndDetail(this, buildList(), m_pages, 400, 960);

  connect(m_head, &ClusterHead::requested, this, &ClustersPage::act);
  connect(m_targets, &TargetList::changed, this, &ClustersPage::showChosen);
  connect(m_storage, &StorageView::failed, this, &ClustersPage::failed);
  connect(m_storage, &StorageView::done, this, &ClustersPage::done);
  connect(m_actions, &ClusterActions::failed, this, &ClustersPage::failed);
  connect(m_actions, &ClusterActions::done, this, &ClustersPage::done);
  connect(m_actions, &ClusterActions::busyChanged, this, &ClustersPage::showChosen);
  connect(m_actions, &ClusterActions::checked, this, &ClustersPage::showFindings);
  connect(m_actions, &ClusterActions::added, this, [this](const QString& cluster) {
    m_wanted = cluster;
    m_actions->connectTo(cluster);
  });
  connect(m_actions, &ClusterActions::edited, this, [this](const QString& cluster) {
    m_targets->refresh();
    emit done(tr("%1 was changed.").arg(cluster));
  });
  auto* clock = new QTimer(this);
  clock->setInterval(1000);  // "trying again in 12 s"
  connect(clock, &QTimer::timeout, this, [this] {
    if (isVisible()) showLink();
  });
  clock->start();
  look::keepTranslated(this, [this] { retranslate(); });
}

QWidget* ClustersPage::buildList() {
  auto* side = new QWidget;
  auto* column = look::columnIn(side);
  auto* bar = new QHBoxLayout;
  bar->setContentsMargins(10, 8, 8, 6);
  look::addAll(bar, {m_add, look::gap()});
  m_table->setItemDelegateForColumn(ClustersModel::LinkColumn, new LinkDelegate(m_table));
  m_table->setSelectionMode(QAbstractItemView::SingleSelection);
  m_table->setWordWrap(false);
  m_table->verticalHeader()->setDefaultSectionSize(look::px(32));
  m_table->horizontalHeader()->resizeSection(ClustersModel::LinkColumn, 130);
  m_table->horizontalHeader()->setStretchLastSection(true);
  m_list->addWidget(m_table);
  m_list->addWidget(m_empty);
  look::addAll(column, {bar, {m_list, 1}});
  auto* foot = new QHBoxLayout;
  foot->setContentsMargins(look::px(12), look::px(8), look::px(12), look::px(12));
  look::addAll(foot, {m_practice, look::gap(0)});
  column->addLayout(foot);
  connect(m_practice, &QPushButton::clicked, this, [practice = m_targets->practice()] {
    if (practice->isBusy())
      practice->cancel();
    else
      practice->start();
  });
  connect(m_targets->practice(), &PracticeStart::changed, this, &ClustersPage::showPractice);
  connect(m_targets, &TargetList::changed, this, &ClustersPage::showPractice);
  side->setMinimumWidth(300);
  connect(m_add, &QPushButton::clicked, this, &ClustersPage::add);
  connect(new QShortcut(QKeySequence::New, this), &QShortcut::activated, this, &ClustersPage::add);
  connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          &ClustersPage::pick);
  return side;
}

// What is being done is said by the tip: its words have any length.
void ClustersPage::showPractice() {
  const PracticeStart* practice = m_targets->practice();
  m_practice->setVisible(practice->isBusy() || !practice->isThere());
  m_practice->setText(practice->isBusy() ? tr("Cancel the start") : tr("Start practice cluster"));
  m_practice->setToolTip(plainTip(practice->isBusy() && !practice->doing().isEmpty()
                                      ? practice->doing()
                                      : tr("A small Slurm on this computer, to try everything")));
}

void ClustersPage::retranslate() {
  showPractice();
  m_nothing->setText(tr("Select a cluster to see its link and its limits."));
  m_empty->setText(
      tr("No cluster yet.\n\nAdd one that you reach with ssh; this computer is always "
         "available and needs no setup."));
  m_add->setText(tr("Add cluster…"));
  m_add->setToolTip(tr("Add a cluster (Ctrl+N)"));
  m_table->setAccessibleName(tr("Clusters"));
  m_tabs->setTabText(FactsTab, tr("What is known"));
  m_tabs->setTabText(PartitionsTab, tr("Partitions"));
  m_tabs->setTabText(StorageTab, tr("Storage"));
  m_table->horizontalHeader()->viewport()->update();
  m_table->viewport()->update();
  showChosen();
}

QWidget* ClustersPage::buildTabs() {
  m_tabs->setDocumentMode(true);
  QTableView* findings = plainTable(&m_findings, FindingsModel::TextColumn);
  findings->setItemDelegateForColumn(FindingsModel::SeverityColumn, new SeverityDelegate(findings));
  findings->setWordWrap(true);
  QTableView* facts = plainTable(&m_facts, FactsModel::ValueColumn);
  facts->setWordWrap(true);
  for (QTableView* table : {findings, facts}) {
    table->horizontalHeader()->hide();
    table->verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  }
  m_tabs->addTab(findings, QString());
  m_tabs->addTab(facts, QString());
  m_tabs->addTab(plainTable(&m_partitions, PartitionsModel::QosColumn), QString());
  m_tabs->addTab(m_storage, QString());
  m_tabs->setCurrentIndex(FactsTab);
  return m_tabs;
}

const TargetRecord* ClustersPage::chosen() const {
  const int row = m_clusters.rowOf(m_shown);
  return row < 0 ? nullptr : m_clusters.at(m_clusters.index(row, 0));
}

void ClustersPage::goTo(const QString& cluster) {
  if (cluster.isEmpty()) return;
  m_wanted = cluster;
  showChosen();
}

// The row became current. If the shown cluster's row was removed, the next one becomes current
// although nobody selected it: then none is shown.
void ClustersPage::pick() {
  const TargetRecord* cluster = m_clusters.at(m_table->currentIndex());
  const bool isShownThere = m_shown.isEmpty() || m_targets->find(m_shown);
  m_shown = cluster && isShownThere ? cluster->settings.name : QString();
  if (m_shown.isEmpty() && m_table->currentIndex().isValid())
    QMetaObject::invokeMethod(
        m_table->selectionModel(), [this] { m_table->selectionModel()->clear(); },
        Qt::QueuedConnection);
  showChosen();
}

void ClustersPage::showChosen() {
  m_list->setCurrentIndex(m_clusters.rowCount() > 0 ? 0 : 1);
  if (const int row = m_clusters.rowOf(m_wanted); row >= 0) {
    m_shown = std::exchange(m_wanted, QString());
    m_table->selectRow(row);
  } else if (!m_hasChosen && m_clusters.rowCount() > 0) {
    m_shown = m_clusters.at(m_clusters.index(0, 0))->settings.name;
    m_table->selectRow(0);
  }
  const TargetRecord* cluster = chosen();
  m_hasChosen = m_hasChosen || cluster;
  m_pages->setCurrentIndex(cluster ? 1 : 0);
  m_facts.show(cluster);
  m_partitions.show(cluster ? cluster->facts.partitions : QList<PartitionFacts>());
  m_storage->show(cluster ? cluster->settings.name : QString());
  showLink();
  if (!cluster) return;
  m_findings.show(m_lastFindings.value(cluster->settings.name));
  const int errors = m_findings.count(Severity::error),
            warnings = m_findings.count(Severity::warning);
  m_tabs->setTabText(FindingsTab, errors + warnings > 0
                                      ? tr("Last check (%1)").arg(errors + warnings)
                                      : tr("Last check"));
  m_tabs->setTabVisible(FindingsTab, m_findings.rowCount() > 0);
  m_tabs->setTabVisible(PartitionsTab, m_partitions.rowCount() > 0);
}

void ClustersPage::showLink() {
  const TargetRecord* cluster = chosen();
  m_head->show(cluster, cluster && m_actions->isBusy(cluster->settings.name));
}

void ClustersPage::act(ClusterHead::Act act, const QString& cluster) {
  using Act = ClusterHead::Act;
  switch (act) {
    case Act::files:
      if (const TargetRecord* known = m_targets->find(cluster))
        emit filesRequested(cluster, known->settings.base);
      return;
    case Act::connect:
      return m_actions->connectTo(cluster);
    case Act::disconnect:
      return m_actions->disconnectFrom(cluster);
    case Act::check:
      return check(cluster, CheckTarget::login);
    case Act::checkJob:
      return check(cluster, CheckTarget::withJob);
    case Act::edit:
      return edit(cluster);
    case Act::remove:
      return askRemove(cluster);
  }
}

void ClustersPage::check(const QString& cluster, CheckTarget what) {
  emit done(what == CheckTarget::withJob ? tr("The check job takes about a minute once it starts.")
                                         : tr("Checking…"));
  m_actions->check(cluster, what);
}

void ClustersPage::showFindings(const QString& cluster, const TargetCheckAnswer& answer) {
  m_lastFindings[cluster] = answer.findings;
  m_targets->refresh();
  if (!chosen() || chosen()->settings.name != cluster) return;
  showChosen();
  m_tabs->setCurrentIndex(FindingsTab);
  const int errors = m_findings.count(Severity::error);
  if (errors == 0)
    emit done(tr("%1 is ready for runs.").arg(cluster));
  else
    emit failed(tr("The check of %1 found errors: %2. They are listed with what to do.")
                    .arg(cluster)
                    .arg(errors));
}

void ClustersPage::add() {
  auto* dialog = new AddClusterDialog(m_actions, this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->show();
}

void ClustersPage::edit(const QString& cluster) {
  const TargetRecord* known = m_targets->find(cluster);
  if (!known) return;
  auto* dialog = new AddClusterDialog(m_actions, known->settings, this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->show();
}

void ClustersPage::askRemove(const QString& cluster) {
  auto* question =
      new QMessageBox(QMessageBox::Question, tr("Remove a cluster"),
                      tr("Remove \"%1\" from the list?").arg(cluster), QMessageBox::Cancel, this);
  question->setAttribute(Qt::WA_DeleteOnClose);
  question->setTextFormat(Qt::PlainText);
  question->setInformativeText(
      tr("Its runs, jobs and files there stay as they are; they are no longer followed."));
  QPushButton* remove = question->addButton(tr("Remove"), QMessageBox::DestructiveRole);
  look::setKind(remove, look::destroyKind);
  question->setDefaultButton(QMessageBox::Cancel);
  connect(remove, &QPushButton::clicked, m_actions,
          [this, cluster] { m_actions->remove(cluster); });
  question->open();
}

}  // namespace trainyard
