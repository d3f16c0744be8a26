// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/clusters/clusters_page.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMessageBox>
#include <QShortcut>
#include <QSplitter>
#include <QTimer>
#include <utility>

#include "gui/clusters/add_cluster_dialog.h"
#include "gui/clusters/cluster_cards.h"
#include "gui/clusters/cluster_list.h"
#include "gui/clusters/cluster_state_reader.h"
#include "gui/forms/list_and_detail.h"
#include "gui/forms/plain_label.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/style.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr double clustersWidth = 252, leastClustersWidth = 200;

}  // namespace

ClustersPage::ClustersPage(ServiceClient* client, TargetList* targets)
    : m_targets(targets),
      m_actions(new ClusterActions(client, this)),
      m_state(new ClusterStateReader(client)),
      m_list(new ClusterList(targets)),
      m_cards(new ClusterCards(client)),
      m_nothing(emptyLabel()),
      m_clock(new QTimer(this)) {
  m_state->setParent(this);
  m_pages->addWidget(m_nothing);
  m_pages->addWidget(m_cards);
  m_list->setMinimumWidth(look::px(leastClustersWidth));
  auto* body = new QWidget;
  layListAndDetail(body, m_list, m_pages, look::px(clustersWidth), 4 * look::px(clustersWidth));
  look::addAll(look::columnIn(this), {m_head, {body, 1}});
  connectParts();
  look::keepTranslated(this, [this] { retranslate(); });
}

void ClustersPage::connectParts() {
  connect(m_head, &ClusterHead::requested, this, &ClustersPage::act);
  connect(m_list, &ClusterList::currentChanged, this, &ClustersPage::pick);
  connect(m_list, &ClusterList::addRequested, this, &ClustersPage::add);
  connect(new QShortcut(QKeySequence::New, this), &QShortcut::activated, this, &ClustersPage::add);
  connect(m_targets, &TargetList::changed, this, &ClustersPage::showChosen);
  connect(m_state, &ClusterStateReader::changed, this, &ClustersPage::showChosen);
  connect(m_cards, &ClusterCards::failed, this, &ClustersPage::failed);
  connect(m_cards, &ClusterCards::done, this, &ClustersPage::done);
  connect(m_actions, &ClusterActions::failed, this, &ClustersPage::failed);
  connect(m_actions, &ClusterActions::done, this, &ClustersPage::done);
  connect(m_actions, &ClusterActions::busyChanged, this, &ClustersPage::showHead);
  connect(m_actions, &ClusterActions::checked, this, &ClustersPage::showFindings);
  connect(m_actions, &ClusterActions::added, this, [this](const QString& cluster) {
    m_wanted = cluster;
    m_actions->connectTo(cluster);
  });
  connect(m_actions, &ClusterActions::edited, this, [this](const QString& cluster) {
    m_targets->refresh();
    emit done(tr("%1 was changed.").arg(cluster));
  });
  m_clock->setInterval(1000);  // "trying again in 12 s"
  connect(m_clock, &QTimer::timeout, this, [this] {
    if (const TargetRecord* cluster = chosen()) m_cards->showLink(*cluster);
  });
}

QList<QAbstractButton*> ClustersPage::commandButtons() const {
  return m_list->buttons() + m_head->commandButtons();
}

void ClustersPage::retranslate() {
  m_nothing->setText(tr("Select a cluster to see its link and its limits."));
  showChosen();
}

void ClustersPage::showEvent(QShowEvent* event) {
  Page::showEvent(event);
  m_state->setWatched(true);
  m_clock->start();
}

void ClustersPage::hideEvent(QHideEvent* event) {
  Page::hideEvent(event);
  m_state->setWatched(false);
  m_clock->stop();
}

const TargetRecord* ClustersPage::chosen() const {
  const int row = m_list->model().rowOf(m_shown);
  return row < 0 ? nullptr : m_list->model().at(m_list->model().index(row, 0));
}

void ClustersPage::goTo(const QString& cluster) {
  if (cluster.isEmpty()) return;
  m_wanted = cluster;
  showChosen();
}

// The row became current. If the shown cluster's row was removed, the next one becomes current
// although nobody selected it: then none is shown.
void ClustersPage::pick() {
  const TargetRecord* cluster = m_list->current();
  const bool isShownThere = m_shown.isEmpty() || m_targets->find(m_shown);
  m_shown = cluster && isShownThere ? cluster->settings.name : QString();
  if (m_shown.isEmpty() && cluster)
    QMetaObject::invokeMethod(m_list, [this] { m_list->chooseNone(); }, Qt::QueuedConnection);
  showChosen();
}

void ClustersPage::showChosen() {
  const ClustersModel& model = m_list->model();
  if (const int row = model.rowOf(m_wanted); row >= 0) {
    m_shown = std::exchange(m_wanted, QString());
    m_list->choose(row);
  } else if (!m_hasChosen && model.rowCount() > 0) {
    m_hasChosen = true;
    m_shown = model.at(model.index(0, 0))->settings.name;
    m_list->choose(0);
  }
  const TargetRecord* cluster = chosen();
  m_hasChosen = m_hasChosen || cluster;
  m_pages->setCurrentIndex(cluster ? 1 : 0);
  m_nothing->setVisible(!cluster && model.rowCount() > 0);
  showHead();
  m_state->setTarget(cluster ? cluster->settings.name : QString());
  if (!cluster) return;
  m_cards->show(*cluster, m_state->state());
  m_cards->showFindings(m_lastFindings.value(cluster->settings.name));
}

void ClustersPage::showHead() {
  const TargetRecord* cluster = chosen();
  m_head->show(cluster, cluster && m_actions->isBusy(cluster->settings.name));
}

void ClustersPage::act(ClusterHead::Act act, const QString& cluster) {
  using Act = ClusterHead::Act;
  switch (act) {
    case Act::edit:
      return edit(cluster);
    case Act::terminal:
      return copyShellCommand(cluster);
    case Act::files:
      if (const TargetRecord* known = m_targets->find(cluster))
        emit filesRequested(cluster, known->settings.base);
      return;
    case Act::check:
      return check(cluster, CheckTarget::login);
    case Act::checkJob:
      return check(cluster, CheckTarget::withJob);
    case Act::disconnect:
      return m_actions->disconnectFrom(cluster);
    case Act::connect:
      return m_actions->connectTo(cluster);
    case Act::remove:
      return askRemove(cluster);
  }
}

// Which terminal a person uses is not known here.
void ClustersPage::copyShellCommand(const QString& cluster) {
  const QString command = u"yard shell "_s + cluster;
  QGuiApplication::clipboard()->setText(command);
  emit done(tr("Copied: %1. In a terminal, it opens a shell there in this login.").arg(command));
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
  const int errors = m_cards->errors();
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
