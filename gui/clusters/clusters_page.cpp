#include "gui/clusters/clusters_page.h"

#include <QGridLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QShortcut>
#include <QStackedWidget>
#include <QTabWidget>
#include <QTableView>
#include <QTimer>
#include <QVBoxLayout>

#include "engine/contract/unix_time.h"
#include "gui/clusters/add_cluster_dialog.h"
#include "gui/clusters/link_delegate.h"
#include "gui/forms/list_and_detail.h"
#include "gui/forms/plain_table.h"
#include "gui/targets/target_words.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

enum Tab { FindingsTab, FactsTab, PartitionsTab };

QLabel* selectable() {
  auto* label = new QLabel;
  label->setTextFormat(Qt::PlainText);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  return label;
}

}  // namespace

ClustersPage::ClustersPage(ServiceClient* client, TargetList* targets, QWidget* parent)
    : QWidget(parent),
      m_targets(targets),
      m_actions(new ClusterActions(client, this)),
      m_clusters(targets),
      m_table(plainTable(&m_clusters)),
      m_list(new QStackedWidget),
      m_pages(new QStackedWidget),
      m_name(selectable()),
      m_link(new QLabel),
      m_sentence(selectable()),
      m_connect(new QPushButton(tr("Connect"))),
      m_disconnect(new QPushButton(tr("Disconnect"))),
      m_check(new QPushButton(tr("Check"))),
      m_checkJob(new QPushButton(tr("Check with a job"))),
      m_remove(new QPushButton(tr("Remove…"))),
      m_tabs(new QTabWidget) {
  auto* body = new QWidget;
  auto* column = new QVBoxLayout(body);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(buildHead());
  column->addWidget(buildTabs(), 1);
  auto* nothing = new QLabel(tr("Select a cluster to see its link and its limits."));
  nothing->setAlignment(Qt::AlignCenter);
  nothing->setForegroundRole(QPalette::PlaceholderText);
  m_pages->addWidget(nothing);
  m_pages->addWidget(body);
  layListAndDetail(this, buildList(), m_pages, 400, 960);

  connect(m_targets, &TargetList::changed, this, &ClustersPage::showChosen);
  connect(m_actions, &ClusterActions::failed, this, &ClustersPage::failed);
  connect(m_actions, &ClusterActions::done, this, &ClustersPage::done);
  connect(m_actions, &ClusterActions::busyChanged, this, &ClustersPage::showChosen);
  connect(m_actions, &ClusterActions::checked, this, &ClustersPage::showFindings);
  connect(m_actions, &ClusterActions::added, this, [this](const QString& cluster) {
    m_wanted = cluster;
    m_actions->connectTo(cluster);
  });
  auto* clock = new QTimer(this);
  clock->setInterval(1000);  // "trying again in 12 s"
  connect(clock, &QTimer::timeout, this, [this] {
    if (isVisible()) showLink();
  });
  clock->start();
  showChosen();
}

QWidget* ClustersPage::buildList() {
  auto* side = new QWidget;
  auto* column = new QVBoxLayout(side);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  auto* bar = new QHBoxLayout;
  bar->setContentsMargins(10, 8, 8, 6);
  auto* add = new QPushButton(tr("Add cluster…"));
  bar->addWidget(add);
  bar->addStretch(1);
  m_table->setItemDelegateForColumn(ClustersModel::LinkColumn, new LinkDelegate(m_table));
  m_table->setSelectionMode(QAbstractItemView::SingleSelection);
  m_table->setWordWrap(false);
  m_table->verticalHeader()->setDefaultSectionSize(m_table->fontMetrics().height() + 12);
  m_table->horizontalHeader()->resizeSection(ClustersModel::LinkColumn, 130);
  m_table->horizontalHeader()->setStretchLastSection(true);
  m_table->setAccessibleName(tr("Clusters"));
  auto* empty =
      new QLabel(tr("No cluster yet.\n\nAdd one that you reach with ssh; this computer is always "
                    "there and needs nothing."));
  empty->setAlignment(Qt::AlignCenter);
  empty->setWordWrap(true);
  empty->setMargin(30);
  empty->setForegroundRole(QPalette::PlaceholderText);
  m_list->addWidget(m_table);
  m_list->addWidget(empty);
  column->addLayout(bar);
  column->addWidget(m_list, 1);
  side->setMinimumWidth(300);
  add->setToolTip(tr("Add a cluster (Ctrl+N)"));
  connect(add, &QPushButton::clicked, this, &ClustersPage::add);
  connect(new QShortcut(QKeySequence::New, this), &QShortcut::activated, this, &ClustersPage::add);
  connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          &ClustersPage::showChosen);
  return side;
}

QWidget* ClustersPage::buildHead() {
  auto* head = new QWidget;
  auto* column = new QVBoxLayout(head);
  column->setContentsMargins(14, 12, 14, 8);
  column->setSpacing(6);
  QFont big = font();
  big.setPointSizeF(big.pointSizeF() * 1.35);
  big.setBold(true);
  m_name->setFont(big);
  QFont bold = font();
  bold.setBold(true);
  m_link->setFont(bold);
  m_sentence->setWordWrap(true);
  m_connect->setToolTip(tr("Log in once; commands, files, live values and logs share this login"));
  m_check->setToolTip(tr("Log in and look: versions, limits, accounts, space"));
  m_checkJob->setToolTip(
      tr("The same, and a one-minute job that looks at a compute node: base folder, C library, "
         "driver, GPUs, modules, live stream"));
  auto* title = new QHBoxLayout;
  title->setSpacing(10);
  title->addWidget(m_name);
  title->addWidget(m_link);
  title->addStretch(1);
  for (QPushButton* button : {m_connect, m_disconnect, m_check, m_checkJob, m_remove})
    title->addWidget(button);
  column->addLayout(title);
  column->addWidget(m_sentence);
  connect(m_connect, &QPushButton::clicked, this, [this] { m_actions->connectTo(m_name->text()); });
  connect(m_disconnect, &QPushButton::clicked, this,
          [this] { m_actions->disconnectFrom(m_name->text()); });
  connect(m_check, &QPushButton::clicked, this,
          [this] { check(ServiceClient::CheckTarget::login); });
  connect(m_checkJob, &QPushButton::clicked, this,
          [this] { check(ServiceClient::CheckTarget::withJob); });
  connect(m_remove, &QPushButton::clicked, this, &ClustersPage::askRemove);
  return head;
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
  m_tabs->addTab(findings, tr("Last check"));
  m_tabs->addTab(facts, tr("What is known"));
  m_tabs->addTab(plainTable(&m_partitions, PartitionsModel::QosColumn), tr("Partitions"));
  m_tabs->setCurrentIndex(FactsTab);
  return m_tabs;
}

const TargetRecord* ClustersPage::chosen() const { return m_clusters.at(m_table->currentIndex()); }

void ClustersPage::choose(const QString& cluster) {
  m_wanted = cluster;
  showChosen();
}

void ClustersPage::showChosen() {
  m_list->setCurrentIndex(m_clusters.rowCount() > 0 ? 0 : 1);
  if (const int row = m_clusters.rowOf(m_wanted); row >= 0) {
    m_wanted.clear();
    m_table->selectRow(row);
  }
  if (!chosen() && m_clusters.rowCount() > 0) m_table->selectRow(0);
  const TargetRecord* cluster = chosen();
  m_pages->setCurrentIndex(cluster ? 1 : 0);
  m_facts.show(cluster);
  m_partitions.show(cluster ? cluster->facts.partitions : QList<PartitionFacts>());
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
  m_link->setText(u"● "_s + TargetWords::link(cluster->link));
  QPalette coloured = palette();
  coloured.setColor(QPalette::WindowText, linkColour(cluster->link));
  m_link->setPalette(coloured);
  const bool isBusy = m_actions->isBusy(cluster->settings.name);
  m_sentence->setText(TargetWords::sentence(*cluster, unix_time()));
  m_connect->setVisible(cluster->link != TargetLink::connected);
  m_connect->setEnabled(!isBusy && cluster->link != TargetLink::connecting);
  m_disconnect->setVisible(cluster->link != TargetLink::none &&
                           cluster->link != TargetLink::refused);
  m_check->setEnabled(!isBusy);
  m_checkJob->setEnabled(!isBusy);
  m_remove->setEnabled(!isBusy);
}

void ClustersPage::check(ServiceClient::CheckTarget what) {
  emit done(what == ServiceClient::CheckTarget::withJob
                ? tr("The check's job takes about a minute once the queue lets it start.")
                : tr("Checking…"));
  m_actions->check(m_name->text(), what);
}

void ClustersPage::showFindings(const QString& cluster, const TargetCheckAnswer& answer) {
  m_lastFindings[cluster] = answer.findings;
  m_targets->refresh();
  if (!chosen() || chosen()->settings.name != cluster) return;
  showChosen();
  m_tabs->setCurrentIndex(FindingsTab);
  const int errors = m_findings.count(Severity::error);
  if (errors == 0)
    emit done(tr("Nothing stands against a run on %1.").arg(cluster));
  else
    emit failed(tr("Errors found by the check of %1: %2. They are listed with what to do.")
                    .arg(cluster)
                    .arg(errors));
}

void ClustersPage::add() {
  auto* dialog = new AddClusterDialog(m_actions, this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->show();
}

void ClustersPage::askRemove() {
  const QString cluster = m_name->text();
  QMessageBox question(QMessageBox::Question, tr("Remove a cluster"),
                       tr("Remove \"%1\" from the list?").arg(cluster), QMessageBox::Cancel, this);
  question.setTextFormat(Qt::PlainText);
  question.setInformativeText(
      tr("Its runs, jobs and files there stay as they are; they are no longer followed."));
  QPushButton* remove = question.addButton(tr("Remove"), QMessageBox::DestructiveRole);
  question.setDefaultButton(QMessageBox::Cancel);
  question.exec();
  if (question.clickedButton() == remove) m_actions->remove(cluster);
}

}  // namespace trainyard
