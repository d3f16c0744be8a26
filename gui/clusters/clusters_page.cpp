// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/clusters/clusters_page.h"

#include <QGridLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMessageBox>
#include <QShortcut>
#include <QTableView>
#include <QTimer>
#include <utility>

#include "engine/system/unix_time.h"
#include "gui/clusters/add_cluster_dialog.h"
#include "gui/clusters/link_delegate.h"
#include "gui/clusters/storage_view.h"
#include "gui/forms/list_and_detail.h"
#include "gui/forms/plain_table.h"
#include "gui/look/ink.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/style.h"
#include "gui/look/type.h"
#include "gui/forms/plain_tip.h"
#include "gui/targets/practice_start.h"
#include "gui/targets/target_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

enum ClusterTab { FindingsTab, FactsTab, PartitionsTab, StorageTab };

QLabel* clusterLabel() {
  auto* label = new QLabel;
  label->setTextFormat(Qt::PlainText);
  return label;
}

QLabel* quietClusterLabel() {
  QLabel* label = clusterLabel();
  label->setAlignment(Qt::AlignCenter);
  label->setWordWrap(true);
  label->setMargin(30);
  label->setForegroundRole(QPalette::PlaceholderText);
  return label;
}

}  // namespace

ClustersPage::ClustersPage(ServiceClient* client, TargetList* targets)
    : m_targets(targets),
      m_actions(new ClusterActions(client, this)),
      m_clusters(targets),
      m_table(plainTable(&m_clusters)),
      m_nothing(quietClusterLabel()),
      m_empty(quietClusterLabel()),
      m_link(clusterLabel()),
      m_text(clusterLabel()),
      m_storage(new StorageView(client)) {
  auto* body = new QWidget;
  auto* column = look::columnIn(body);
  column->addWidget(buildHead());
  column->addWidget(buildTabs(), 1);
  m_pages->addWidget(m_nothing);
  m_pages->addWidget(body);
  layListAndDetail(this, buildList(), m_pages, 400, 960);

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
  bar->addWidget(m_add);
  bar->addStretch(1);
  m_table->setItemDelegateForColumn(ClustersModel::LinkColumn, new LinkDelegate(m_table));
  m_table->setSelectionMode(QAbstractItemView::SingleSelection);
  m_table->setWordWrap(false);
  m_table->verticalHeader()->setDefaultSectionSize(look::px(32));
  m_table->horizontalHeader()->resizeSection(ClustersModel::LinkColumn, 130);
  m_table->horizontalHeader()->setStretchLastSection(true);
  m_list->addWidget(m_table);
  m_list->addWidget(m_empty);
  column->addLayout(bar);
  column->addWidget(m_list, 1);
  auto* foot = new QHBoxLayout;
  foot->setContentsMargins(look::px(12), look::px(8), look::px(12), look::px(12));
  foot->addWidget(m_practice);
  foot->addStretch();
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

QWidget* ClustersPage::buildHead() {
  auto* head = new QWidget;
  auto* column = look::columnIn(head, 6, {14, 12, 14, 8});
  m_name->setFont(look::font(look::Role::page));
  m_link->setFont(look::font(look::Role::emphasis));
  m_text->setWordWrap(true);
  m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  auto* title = new QHBoxLayout;
  title->setSpacing(10);
  title->addWidget(m_name);
  title->addWidget(m_link);
  title->addStretch(1);
  title->addWidget(m_files);
  auto* buttons = new QHBoxLayout;
  buttons->setSpacing(6);
  for (QPushButton* button : {m_connect, m_disconnect, m_check, m_checkJob})
    buttons->addWidget(button);
  buttons->addStretch(1);
  buttons->addWidget(m_edit);
  buttons->addSpacing(18);
  buttons->addWidget(m_remove);
  column->addLayout(title);
  column->addLayout(buttons);
  column->addWidget(m_text);
  using Check = CheckTarget;
  bind(m_files, [this](const QString& cluster) {
    if (const TargetRecord* known = m_targets->find(cluster))
      emit filesRequested(cluster, known->settings.base);
  });
  bind(m_connect, [this](const QString& cluster) { m_actions->connectTo(cluster); });
  bind(m_disconnect, [this](const QString& cluster) { m_actions->disconnectFrom(cluster); });
  bind(m_check, [this](const QString& cluster) { check(cluster, Check::login); });
  bind(m_checkJob, [this](const QString& cluster) { check(cluster, Check::withJob); });
  bind(m_edit, [this](const QString& cluster) { edit(cluster); });
  bind(m_remove, [this](const QString& cluster) { askRemove(cluster); });
  return head;
}

// A button's action applies to the cluster that was shown when it was pressed.
void ClustersPage::bind(QPushButton* button, std::function<void(const QString&)> act) {
  connect(button, &QPushButton::pressed, this, [this] { m_pressed = m_shown; });
  connect(button, &QPushButton::clicked, this, [this, act = std::move(act)] {
    const QString cluster = m_shown;
    if (!cluster.isEmpty() && cluster == m_pressed) act(cluster);
  });
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
  m_files->setText(tr("Files"));
  m_files->setToolTip(tr("List its base folder and look at files there"));
  m_connect->setText(tr("Connect"));
  m_connect->setToolTip(tr("Log in once; commands, files, live values and logs share this login"));
  m_disconnect->setText(tr("Disconnect"));
  m_check->setText(tr("Check"));
  m_check->setToolTip(tr("Log in and check versions, limits, accounts and space"));
  m_checkJob->setText(tr("Check with a job"));
  m_checkJob->setToolTip(
      tr("The same, plus a one-minute job that checks a compute node: base folder, C library, "
         "driver, GPUs, modules, live stream"));
  m_edit->setText(tr("Chan&ge…"));
  m_edit->setToolTip(tr("Host, folders and site of this cluster"));
  m_remove->setText(tr("Remove…"));
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

void ClustersPage::choose(const QString& cluster) {
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
  if (!cluster) return;
  m_name->setText(cluster->settings.name);
  m_findings.show(m_lastFindings.value(cluster->settings.name));
  const int errors = m_findings.count(Severity::error),
            warnings = m_findings.count(Severity::warning);
  m_tabs->setTabText(FindingsTab, errors + warnings > 0
                                      ? tr("Last check (%1)").arg(errors + warnings)
                                      : tr("Last check"));
  m_tabs->setTabVisible(FindingsTab, m_findings.rowCount() > 0);
  m_tabs->setTabVisible(PartitionsTab, m_partitions.rowCount() > 0);
  showLink();
}

void ClustersPage::showLink() {
  const TargetRecord* cluster = chosen();
  if (!cluster) return;
  m_link->setText(u"● "_s + TargetText::link(*cluster));
  look::setInk(m_link, linkTone(cluster->link));
  const bool isBusy = m_actions->isBusy(cluster->settings.name);
  m_text->setText(TargetText::summary(*cluster, unix_time()));
  m_connect->setEnabled(!isBusy && cluster->link != TargetLink::connected &&
                        cluster->link != TargetLink::connecting);
  m_disconnect->setEnabled(cluster->link != TargetLink::none &&
                           cluster->link != TargetLink::refused);
  m_check->setEnabled(!isBusy);
  m_checkJob->setEnabled(!isBusy);
  m_edit->setEnabled(!isBusy);
  m_remove->setEnabled(!isBusy);
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
