// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/queue/queue_page.h"

#include <QMessageBox>
#include <QPushButton>
#include <QShortcut>
#include <QTimer>
#include <algorithm>
#include <utility>

#include "engine/system/unix_time.h"
#include "gui/forms/plain_label.h"
#include "gui/look/ink.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/style.h"
#include "gui/queue/queue_head.h"
#include "gui/queue/queue_side.h"
#include "gui/queue/queue_table.h"
#include "gui/queue/start_card.h"
#include "gui/targets/target_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;

enum QueuePart { EmptyPart, JobsPart };

constexpr double sideOfQueue = 308, narrowestQueue = 1080, widestSentence = 460;

}  // namespace

QueuePage::QueuePage(ServiceClient* client, TargetList* targets)
    : m_targets(targets),
      m_reader(client),
      m_head(new QueueHead),
      m_table(new QueueTable),
      m_start(new StartCard(client)),
      m_side(new QueueSide),
      m_note(textLabel(look::Role::help)),
      m_nothing(plainLabel()),
      m_act(new QPushButton),
      m_clock(new QTimer(this)) {
  m_pages->addWidget(buildEmpty());
  m_pages->addWidget(buildBody());
  look::addAll(look::columnIn(this), {m_head, {m_pages, 1}});
  connectParts();
  connectReader(client);
  look::onEvent(this, QEvent::Resize, [this] { fit(); });
  look::keepTranslated(this, [this] { showAnswers(); });
  showClusters();
}

QWidget* QueuePage::buildBody() {
  auto* body = new QWidget;
  auto* main = look::columnIn(nullptr, px(14));
  look::addAll(main, {m_table, m_note, {m_start, 1}});
  m_columns = look::rowIn(body, px(16), {px(20), px(14), px(20), px(14)});
  look::addAll(m_columns, {{main, 1}, m_side});
  m_scroll->setWidget(body);
  m_scroll->setWidgetResizable(true);
  m_scroll->setFrameShape(QFrame::NoFrame);
  m_scroll->setFocusPolicy(Qt::NoFocus);
  m_note->setForegroundRole(QPalette::PlaceholderText);
  m_start->hide();
  return m_scroll;
}

QWidget* QueuePage::buildEmpty() {
  auto* page = new QWidget;
  auto* column = look::columnIn(page, px(12));
  m_nothing->setWordWrap(true);
  m_nothing->setAlignment(Qt::AlignCenter);
  m_nothing->setFixedWidth(px(widestSentence));
  look::setInk(m_nothing, [](const look::Tokens& t) { return t.text2; });
  column->addStretch(2);
  column->addWidget(m_nothing, 0, Qt::AlignHCenter);
  column->addWidget(m_act, 0, Qt::AlignHCenter);
  column->addStretch(3);
  return page;
}

void QueuePage::connectParts() {
  connect(m_head, &QueueHead::clusterChosen, this, [this](const QString& cluster) {
    showAnswers();
    emit addressChanged(cluster);
  });
  connect(m_head, &QueueHead::searchTyped, this, &QueuePage::showAnswers);
  connect(m_head->refreshButton(), &QPushButton::clicked, &m_reader,
          qOverload<>(&QueueReader::refresh));
  connect(new QShortcut(QKeySequence::Find, this), &QShortcut::activated, m_head,
          &QueueHead::focusSearch);
  connect(m_table, &QueueTable::chosenChanged, this, &QueuePage::showChosen);
  const auto withRow = [this](auto act) {
    return [this, act] {
      if (const QueueRow* row = m_table->chosen()) act(*row);
    };
  };
  const auto showRun = withRow([this](const QueueRow& row) {
    if (!row.entry.run.isEmpty()) emit runRequested(row.entry.run);
  });
  connect(m_table, &QueueTable::openRequested, this, showRun);
  connect(m_start, &StartCard::runRequested, this, showRun);
  connect(m_start, &StartCard::submitted, this, &QueuePage::runRequested);
  connect(m_start, &StartCard::failed, this, &QueuePage::failed);
  connect(m_start, &StartCard::clusterRequested, this, &QueuePage::clusterRequested);
  connect(m_start, &StartCard::outputRequested, this,
          withRow([this](const QueueRow& row) { m_reader.findOutput(row.target, row.job().id); }));
  connect(m_start, &StartCard::adoptionRequested, this,
          withRow([this](const QueueRow& row) { m_reader.adopt(row.target, row.job().id); }));
  connect(m_start, &StartCard::cancellationRequested, this,
          withRow([this](const QueueRow& row) { askCancel(row); }));
  connect(m_side, &QueueSide::loginRequested, &m_reader, &QueueReader::connectTo);
  connect(m_side, &QueueSide::cleaningRequested, this,
          [this] { emit clusterRequested(m_head->cluster()); });
  connect(m_act, &QPushButton::clicked, this, [this] {
    const QString cluster = m_head->cluster();
    if (clusters().isEmpty()) return emit clusterWanted();
    m_reader.connectTo(cluster.isEmpty() ? clusters().first().settings.name : cluster);
  });
}

void QueuePage::connectReader(ServiceClient* client) {
  connect(m_targets, &TargetList::changed, this, &QueuePage::showClusters);
  connect(&m_reader, &QueueReader::changed, this, &QueuePage::showAnswers);
  connect(&m_reader, &QueueReader::failed, this, &QueuePage::failed);
  connect(&m_reader, &QueueReader::done, this, &QueuePage::done);
  connect(&m_reader, &QueueReader::adopted, this, &QueuePage::runRequested);
  connect(&m_reader, &QueueReader::outputFound, this, &QueuePage::fileRequested);
  connect(client, &ServiceClient::connected, &m_reader, qOverload<>(&QueueReader::refresh));
  m_clock->setInterval(1000);  // "asked 12 s ago"
  connect(m_clock, &QTimer::timeout, this, [this] {
    m_head->showAge(m_reader.asked(), m_reader.secondsToNext(), m_reader.isBusy());
  });
}

QList<QAbstractButton*> QueuePage::commandButtons() const {
  return QList<QAbstractButton*>{m_head->refreshButton()} + m_start->buttons();
}

QString QueuePage::address() const { return m_head->cluster(); }

void QueuePage::goTo(const QString& address) {
  m_wanted = address;
  showClusters();
}

QList<TargetRecord> QueuePage::clusters() const {
  QList<TargetRecord> clusters;
  for (const TargetRecord& target : m_targets->targets())
    if (!target.isHere()) clusters << target;
  return clusters;
}

void QueuePage::showClusters() {
  const QList<TargetRecord> all = clusters();
  QStringList names;
  for (const TargetRecord& target : all) names << target.settings.name;
  m_head->showClusters(all);
  if (m_wanted && (m_wanted->isEmpty() || names.contains(*m_wanted)))
    m_head->choose(*std::exchange(m_wanted, {}));
  m_reader.setTargets(names);
  // Those that have been connected meanwhile.
  for (const TargetRecord& target : all)
    if (target.link == TargetLink::connected && !m_reader.of(target.settings.name).state)
      m_reader.refresh(target.settings.name);
  showAnswers();
}

void QueuePage::showRuns(const QList<RunRecord>& runs) {
  m_runs.clear();
  for (const RunRecord& run : runs)
    if (isOpen(run.state)) m_runs.insert(run.run, run);
  m_waits = QueueFacts::waits(runs, unix_time());
  if (isVisible()) showAnswers();
}

QList<QueueRow> QueuePage::rowsOf(const QString& cluster, bool onlyMine) const {
  const ClusterQueue& known = m_reader.of(cluster);
  QList<QueueRow> rows;
  if (!known.queue) return rows;
  for (const QueueEntry& entry : known.queue->jobs) {
    if (onlyMine && !entry.isMine) continue;
    QueueRow row{cluster, entry, {}, known.state ? gpuTypeOf(*known.state, entry.job) : QString()};
    if (const auto run = m_runs.constFind(entry.run); run != m_runs.constEnd()) row.run = *run;
    rows << row;
  }
  return rows;
}

void QueuePage::showAnswers() {
  const QString cluster = m_head->cluster();
  QList<QueueRow> rows, mine;
  for (const TargetRecord& target : clusters()) mine += rowsOf(target.settings.name, true);
  rows = cluster.isEmpty() ? mine : rowsOf(cluster, false);
  m_head->showCount(static_cast<int>(mine.size()));
  m_head->showAge(m_reader.asked(), m_reader.secondsToNext(), m_reader.isBusy());
  const bool hasRows = !rows.isEmpty();
  rows.removeIf([&](const QueueRow& row) { return !QueueText::matches(row, m_head->search()); });
  m_table->show(rows, cluster.isEmpty(), unix_time());
  showSide();
  showEmpty(hasRows);
  showChosen();
}

// What clusters say beside their jobs: why there is no newer answer, and what is not listed.
void QueuePage::showEmpty(bool hasRows) {
  const QString cluster = m_head->cluster();
  const QList<TargetRecord> all = clusters();
  QStringList notes;
  bool isKnown = false, isAnyIn = false;
  for (const TargetRecord& target : all) {
    const QString& name = target.settings.name;
    if (!cluster.isEmpty() && name != cluster) continue;
    const ClusterQueue& queue = m_reader.of(name);
    isKnown = isKnown || queue.queue;
    isAnyIn = isAnyIn || target.link == TargetLink::connected;
    if (!queue.problem.isEmpty()) notes << tr("%1: %2").arg(name, queue.problem);
    // Beside others a cluster out of reach has its row at the side.
    const bool isAlone = !cluster.isEmpty() || all.size() == 1;
    if (isAlone && (target.link == TargetLink::waiting || target.link == TargetLink::refused))
      notes << tr("%1: %2").arg(name, TargetText::summary(target, unix_time()));
    if (!cluster.isEmpty() && queue.queue && queue.queue->leftOut > 0)
      notes << tr("%1 more jobs are not shown.").arg(queue.queue->leftOut);
  }
  m_note->setText(notes.join(u'\n'));
  m_note->setVisible(!notes.isEmpty());
  m_table->setVisible(hasRows);
  const bool isNothing = !hasRows && (all.isEmpty() || !isKnown);
  m_act->setVisible(all.isEmpty() || !isAnyIn);
  m_act->setText(all.isEmpty() ? tr("Add a cluster…") : tr("Log in"));
  const QString sentence = all.isEmpty() ? tr("No cluster yet: the queue of one is shown here.")
                           : isAnyIn
                               ? tr("Asking what is running and waiting…")
                               : tr("What is running and waiting is known once you are logged in.");
  m_nothing->setText(notes.isEmpty() || all.isEmpty() ? sentence : notes.join(u'\n'));
  m_nothing->setMinimumHeight(m_nothing->heightForWidth(px(widestSentence)));
  m_pages->setCurrentIndex(isNothing ? EmptyPart : JobsPart);
  if (!isNothing && !hasRows) {
    notes.prepend(cluster.isEmpty() ? tr("No job of yours is running or waiting.")
                                    : tr("No job is running or waiting there."));
    m_note->setText(notes.join(u'\n'));
    m_note->show();
  }
}

void QueuePage::showChosen() {
  const QueueRow* row = m_table->chosen();
  m_start->setVisible(row);
  if (!row) return;
  const ClusterQueue& queue = m_reader.of(row->target);
  if (!queue.queue) return;
  const double now = unix_time();
  LaneText::Names names;
  for (const QueueRow& own : rowsOf(row->target, true))
    names.insert(own.job().id, QueueText::name(own));
  QList<OtherPlace> places;
  if (row->entry.isMine && row->job().phase == QueuedJob::Phase::waiting)
    for (const TargetRecord& target : clusters())
      if (const ClusterQueue& other = m_reader.of(target.settings.name); other.state)
        places += placesOn(target.settings.name, *other.state, row->job(),
                           target.settings.name == row->target);
  std::ranges::stable_sort(places, [](const OtherPlace& a, const OtherPlace& b) {
    return a.fitsNow != b.fitsNow ? a.fitsNow : a.freeGpus > b.freeGpus;
  });
  m_start->show(*row,
                lanePlan(*queue.queue, queue.state.value_or(ClusterState()), row->job().id, now),
                names, places, queue.state.value_or(ClusterState()));
}

void QueuePage::showSide() {
  const QString cluster = m_head->cluster();
  QList<ShareRow> free, storage, limits;
  QStringList locked, whose;
  for (const TargetRecord& target : clusters()) {
    const QString& name = target.settings.name;
    if (!cluster.isEmpty() && name != cluster) continue;
    const ClusterQueue& queue = m_reader.of(name);
    const bool isIn = target.link == TargetLink::connected || target.link == TargetLink::connecting;
    if (!isIn) locked << name;
    storage += QueueFacts::storage(target);
    if (!queue.state) continue;
    const QList<QueueEntry> jobs = queue.queue ? queue.queue->jobs : QList<QueueEntry>();
    free += QueueFacts::free(name, *queue.state, jobs);
    // Of several clusters the first that says any.
    if (limits.isEmpty()) {
      limits = QueueFacts::limits(*queue.state, jobs);
      whose = {name};
    }
  }
  m_side->showFree(free, locked);
  m_side->showLimits(limits, whose.join(u", "_s));
  m_side->showStorage(storage);
  m_side->showWaits(m_waits);
  m_side->setVisible(!m_side->isEmpty());
}

void QueuePage::askCancel(const QueueRow& row) {
  const QString job = row.job().id, cluster = row.target;
  auto* box = new QMessageBox(this);
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->setWindowTitle(tr("Cancel the job"));
  box->setTextFormat(Qt::PlainText);
  box->setIcon(QMessageBox::Question);
  box->setText(tr("Cancel the job %1 (%2) on %3?").arg(job, row.job().name.simplified(), cluster));
  box->setInformativeText(job.contains(u'[')
                              ? tr("The whole array is cancelled, including running tasks.")
                              : tr("Unsaved work is lost."));
  QPushButton* end = box->addButton(tr("End it"), QMessageBox::DestructiveRole);
  box->addButton(tr("Leave it"), QMessageBox::RejectRole);
  connect(end, &QPushButton::clicked, this,
          [this, job, cluster] { m_reader.cancel(cluster, job); });
  box->open();
}

// Beside the jobs, or where there is no space below them.
void QueuePage::fit() {
  const bool isWide = width() >= px(narrowestQueue);
  m_columns->setDirection(isWide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
  m_side->setMinimumWidth(isWide ? px(sideOfQueue) : 0);
  m_side->setMaximumWidth(isWide ? px(sideOfQueue) : QWIDGETSIZE_MAX);
}

void QueuePage::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  m_reader.setWatched(true);
  m_clock->start();
  showAnswers();
}

void QueuePage::hideEvent(QHideEvent* event) {
  QWidget::hideEvent(event);
  m_reader.setWatched(false);
  m_clock->stop();
}

}  // namespace trainyard
