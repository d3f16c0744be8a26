// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/checkpoints/checkpoints_page.h"

#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QScrollArea>
#include <QShortcut>
#include <QStackedWidget>
#include <QTableView>
#include <QTimer>
#include <utility>

#include "engine/system/unix_time.h"
#include "gui/charts/place_text.h"
#include "gui/forms/plain_label.h"
#include "gui/forms/plain_table.h"
#include "gui/look/ink.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/style.h"
#include "gui/runs/checkpoints/checkpoint_detail.h"
#include "gui/runs/checkpoints/checkpoint_export.h"
#include "gui/runs/checkpoints/checkpoint_plot.h"
#include "gui/runs/checkpoints/checkpoint_sample.h"
#include "gui/runs/records/run_model.h"
#include "gui/runs/records/store_reader.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;

constexpr double checkpointSideWidth = 340, besideColumns = 80, checkpointPageGap = 14,
                 leastTableHeight = 260;
constexpr int listPause = 2000;  // milliseconds between questions about a run that goes on
enum CheckpointsPages { EmptyCheckpoints, FilledCheckpoints };

}  // namespace

CheckpointsPage::CheckpointsPage(RunModel* run, RunActions* actions, TargetList* targets,
                                 const StoreReader* store)
    : m_run(run),
      m_actions(actions),
      m_targets(targets),
      m_files(actions->client()),
      m_plot(new CheckpointPlot(&run->curves())),
      m_view(readOnlyTable(&m_table)),
      m_note(plainLabel(look::Role::help)),
      m_empty(emptyLabel(px(30))),
      m_ask(new QPushButton),
      m_detail(new CheckpointDetail),
      m_export(new CheckpointExport),
      m_pages(new QStackedWidget),
      m_pause(new QTimer(this)) {
  m_pause->setSingleShot(true);
  m_pause->setInterval(listPause);
  build(buildSide(store));
  connectParts();
  connectFiles();
  bindKeys();
  look::keepTranslated(this, [this] { retranslate(); });
}

QWidget* CheckpointsPage::buildSide(const StoreReader* store) {
  auto* side = new QWidget;
  m_sample = new CheckpointSample(store->path());
  look::addAll(look::columnIn(side, px(checkpointPageGap)),
               {m_detail, m_export, m_sample, look::gap()});
  return side;
}

QWidget* CheckpointsPage::buildTable() {
  auto* card = new look::Card;
  card->column()->setContentsMargins(px(1), px(2), px(1), px(1));
  card->column()->setSpacing(0);
  m_view->setSelectionMode(QAbstractItemView::SingleSelection);
  m_view->setItemDelegate(new CheckpointDelegate(&m_table, m_view));
  m_view->setMinimumHeight(px(leastTableHeight));
  m_view->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  m_view->horizontalHeader()->setStretchLastSection(true);
  m_note->setWordWrap(true);
  look::setInk(m_note, [](const look::Tokens& t) { return t.text3; });
  look::setKind(m_ask, look::linkKind);
  auto* foot = look::rowIn(nullptr, px(8), {px(14), px(8), px(14), px(8)});
  look::addAll(foot, {{m_note, 1}, m_ask});
  look::addAll(card->column(), {m_head, {m_view, 1}, foot});
  return card;
}

void CheckpointsPage::build(QWidget* side) {
  auto* left = new QWidget;
  look::addAll(look::columnIn(left, px(checkpointPageGap)), {m_plot, {buildTable(), 1}});
  auto* body = new QWidget;
  auto* row = look::rowIn(body, px(16), {px(20), px(14), px(20), px(16)});
  look::addAll(row, {{left, 1}, side});
  auto* scroll = new QScrollArea;
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setWidget(body);
  m_pages->insertWidget(EmptyCheckpoints, m_empty);
  m_pages->insertWidget(FilledCheckpoints, scroll);
  look::columnIn(this)->addWidget(m_pages);
  // Where there is no room for two columns, the second goes below the first.
  look::onEvent(this, QEvent::Resize, [this, row, left, side] {
    const bool isWide =
        width() >= left->minimumSizeHint().width() + px(checkpointSideWidth + besideColumns);
    row->setDirection(isWide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    side->setMinimumWidth(isWide ? px(checkpointSideWidth) : 0);
    side->setMaximumWidth(isWide ? px(checkpointSideWidth) : QWIDGETSIZE_MAX);
  });
}

void CheckpointsPage::connectParts() {
  connect(m_run, &RunModel::chosen, this, &CheckpointsPage::showRun);
  connect(m_run, &RunModel::detailChanged, this, &CheckpointsPage::showRows);
  connect(m_run, &RunModel::recordChanged, this, &CheckpointsPage::showState);
  connect(m_actions, &RunActions::connectionChanged, this, &CheckpointsPage::listSoon);
  connect(m_targets, &TargetList::changed, this, [this] {
    if (isVisible() && !m_known.listing && isReachable()) listSoon();
    showState();
  });
  connect(m_pause, &QTimer::timeout, this, [this] {
    if (m_known.isStale && isVisible()) list();
  });
  connect(m_plot, &CheckpointPlot::stepChosen, this, &CheckpointsPage::choose);
  connect(m_plot, &CheckpointPlot::enlargeRequested, this, &CheckpointsPage::curvesRequested);
  connect(m_sample, &CheckpointSample::samplesRequested, this, &CheckpointsPage::samplesRequested);
  connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this,
          [this](const QModelIndex& now) {
            if (const CheckpointRow* row = m_table.at(now)) choose(row->step);
          });
  connect(&m_table, &CheckpointTable::tickedChanged, this, &CheckpointsPage::showState);
  connect(m_head, &CheckpointHead::resumeRequested, this,
          [this] { m_actions->resume(m_run->record().run, RunActions::Resume::fromCheckpoint); });
  connect(m_head, &CheckpointHead::exportRequested, m_export, &CheckpointExport::takeFocus);
  connect(m_head, &CheckpointHead::fetchRequested, this, &CheckpointsPage::fetch);
  connect(m_head, &CheckpointHead::removeRequested, this, [this](const QList<CheckpointRow>& rows) {
    QStringList names;
    for (const CheckpointRow& row : rows) names << row.name;
    m_files.remove(m_run->record(), names);
  });
  connect(m_export, &CheckpointExport::exportRequested, this, &CheckpointsPage::exportChosen);
  connect(m_ask, &QPushButton::clicked, this, [this] { m_files.list(m_run->record()); });
}

void CheckpointsPage::connectFiles() {
  connect(&m_files, &CheckpointFiles::listed, this,
          [this](const QString& run, const CheckpointListing& listing) {
            if (run != m_known.run) return;
            m_known.listing = listing;
            m_known.problem.clear();
            showRows();
          });
  connect(&m_files, &CheckpointFiles::notListed, this,
          [this](const QString& run, const QString& sentence) {
            if (run != m_known.run) return;
            m_known.listing.reset();
            m_known.problem = sentence;
            showRows();
          });
  connect(&m_files, &CheckpointFiles::contentRead, this,
          [this](const QString& run, const QString& path, const CheckpointContent& content) {
            if (run != m_known.run || path != m_known.read) return;
            m_known.content = content;
            m_detail->showContent(content);
            showState();
          });
  connect(&m_files, &CheckpointFiles::notRead, this,
          [this](const QString& run, const QString& path, const QString& sentence) {
            if (run == m_known.run && path == m_known.read) m_detail->showContent({}, sentence);
          });
  connect(&m_files, &CheckpointFiles::changed, this, &CheckpointsPage::showState);
  connect(&m_files, &CheckpointFiles::failed, this, &CheckpointsPage::failed);
  connect(&m_files, &CheckpointFiles::copied, this, [this](const QStringList& destinations) {
    emit done(tr("Copied to %1").arg(destinations.join(u", "_s)));
  });
  connect(&m_files, &CheckpointFiles::removed, this,
          [this](const QString& run, const QStringList& names) {
            if (run == m_known.run) {
              m_known.removed << names;
              m_table.untickAll();
              list();
            }
            emit done(tr("Checkpoints removed: %1.").arg(names.size()));
          });
}

// Space is the table's alone; the others are the page's wherever the focus is, while it is shown.
void CheckpointsPage::bindKeys() {
  const auto bind = [this](QWidget* where, const QKeySequence& keys, Qt::ShortcutContext context,
                           auto act) {
    auto* shortcut = new QShortcut(keys, where);
    shortcut->setContext(context);
    connect(shortcut, &QShortcut::activated, this, act);
  };
  bind(m_view, Qt::Key_Space, Qt::WidgetShortcut,
       [this] { m_table.toggle(m_view->currentIndex().row()); });
  bind(this, QKeySequence(u"Ctrl+Return"_s), Qt::WindowShortcut, [this] { m_head->resume(); });
  bind(this, QKeySequence(u"Ctrl+Shift+E"_s), Qt::WindowShortcut,
       [this] { m_export->takeFocus(); });
}

void CheckpointsPage::retranslate() {
  m_view->setAccessibleName(tr("Checkpoints"));
  m_ask->setText(tr("Ask there"));
  m_table.retranslate();
  showRows();
}

void CheckpointsPage::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  listSoon();
  readChosen();
}

void CheckpointsPage::showRun() {
  if (m_run->record().run == m_known.run) return;
  m_known = {};
  m_known.run = m_run->record().run;
  m_table.untickAll();
  showRows();
  listSoon();
}

// A program on a cluster is asked only over a login that stands.
bool CheckpointsPage::isReachable() const {
  const QString& name = m_run->record().target;
  const TargetRecord* target = m_targets->find(name);
  return m_files.isConnected() &&
         (TargetList::isHere(name) || (target && target->link == TargetLink::connected));
}

// What happens in between is asked for at the end of the pause.
void CheckpointsPage::listSoon() {
  m_known.isStale = true;
  if (isVisible() && !m_pause->isActive()) list();
}

void CheckpointsPage::list() {
  if (!isVisible() || m_known.run.isEmpty() || !isReachable()) return showState();
  m_known.isStale = false;
  m_pause->start();
  m_known.numWritten = m_run->written().size();
  m_files.list(m_run->record());
}

void CheckpointsPage::showRows() {
  const RunRecord& record = m_run->record();
  const CheckpointRows rows =
      CheckpointRows::of({m_run->written(), m_run->evaluated(), m_run->settings(),
                          m_run->attempts(), m_known.listing, isOpen(record.state)});
  QStringList metrics;
  for (const EvaluatedMetric& metric : m_run->evaluated()) metrics << metric.name;
  // Of those that were removed here, none stays chosen.
  const CheckpointRow* before = chosen();
  if (before && before->isThere() && m_known.removed.contains(before->name)) {
    const CheckpointRow* now = rows.find(before->step);
    if (now && !now->isThere()) m_known.step.reset();
  }
  m_table.show(rows, metrics, unix_time());
  m_plot->show(rows, m_run->evaluated());
  const bool isEmpty = rows.there.isEmpty() && rows.removed.isEmpty();
  m_pages->setCurrentIndex(isEmpty ? EmptyCheckpoints : FilledCheckpoints);
  if (!m_known.step || !rows.find(*m_known.step)) {
    const CheckpointRow* newest = rows.newest();
    m_known.step = rows.best ? rows.best : newest ? std::optional(newest->step) : std::nullopt;
  }
  showChosen();
  m_sample->readAgain();
  emit countChanged();
  if (isVisible() && m_known.listing && m_run->written().size() != m_known.numWritten) listSoon();
}

void CheckpointsPage::choose(qint64 step) {
  if (m_known.step == step) return;
  m_known.step = step;
  showChosen();
}

// Until its target was asked, what the store knows of this computer's files counts.
qsizetype CheckpointsPage::count() const {
  return m_known.listing ? m_table.rows().there.size() : m_run->checkpoints().size();
}

const CheckpointRow* CheckpointsPage::chosen() const {
  return m_known.step ? m_table.rows().find(*m_known.step) : nullptr;
}

void CheckpointsPage::showChosen() {
  const CheckpointRow* row = chosen();
  m_plot->choose(m_known.step);
  const int place = row && row->isThere() ? m_table.rowOf(row->step) : -1;
  if (place != m_view->currentIndex().row()) {
    const QModelIndex index = place < 0 ? QModelIndex() : m_table.index(place, 0);
    m_view->selectionModel()->setCurrentIndex(
        index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    if (place >= 0) m_view->scrollTo(index);
  } else if (place >= 0) {
    m_view->selectRow(place);
  }
  readChosen();
  m_sample->show(m_known.run, m_known.step);
  showState();
}

// Its files are looked at once, when it is chosen.
void CheckpointsPage::readChosen() {
  const CheckpointRow* row = chosen();
  if (!row) {
    m_known.read.clear();
    m_known.content.reset();
    // An evaluation without a checkpoint may be chosen in the curve.
    return m_detail->showNothing();
  }
  const auto tokens =
      m_run->curves().runs().isEmpty()
          ? std::nullopt
          : m_run->curves().steps(m_known.run).known(Along::tokens, static_cast<double>(row->step));
  m_detail->show(*row, m_table.rows().best == row->step, m_run->record().folder,
                 tokens ? PlaceText::tokens(*tokens) : QString());
  if (row->path == m_known.read) return;
  m_known.content.reset();
  m_known.read.clear();
  m_detail->showContent({});
  if (!isVisible() || !isReachable() || !row->isThere()) return;
  m_known.read = row->path;
  m_files.read(m_run->record(), row->path);
}

void CheckpointsPage::showState() {
  const RunRecord& record = m_run->record();
  CheckpointChoice choice{record, m_table.rows(), m_table.ticked()};
  const CheckpointRow* current = chosen();
  if (choice.chosen.isEmpty() && current && current->isThere()) choice.chosen << *current;
  choice.isServed = m_files.isConnected() && !m_run->isGone();
  choice.isReachable = isReachable();
  choice.isCopying = m_files.isCopying();
  choice.isRemoving = m_files.isRemoving();
  choice.isDamaged =
      m_known.content && m_known.content->hasManifest && !m_known.content->isComplete();
  m_head->show(choice);
  CheckpointChoice one = choice;
  one.chosen.clear();
  if (current) one.chosen << *current;
  m_export->show(u"%1-step-%2"_s.arg(record.name).arg(m_known.step.value_or(0)), m_known.content,
                 one.copyProblem());
  m_export->setVisible(current != nullptr);
  m_note->setText(note());
  m_ask->setVisible(!isReachable() && m_files.isConnected() && !m_run->isGone());
  m_empty->setText(emptyText());
  // Training says when it begins to write one.
  if (std::exchange(m_known.phase, record.phase) != record.phase &&
      record.phase == u"phase.saving"_s)
    listSoon();
}

QString CheckpointsPage::note() const {
  const QString& target = m_run->record().target;
  if (!m_known.problem.isEmpty()) return m_known.problem;
  if (!m_known.listing)
    return isReachable() ? tr("%1 is being asked what is there.").arg(target)
                         : tr("%1 is out of reach: what the run reported is shown, without knowing "
                              "what is still there.")
                               .arg(target);
  if (const auto removed = m_table.rows().removed.size(); removed > 0)
    return tr("Removed by checkpoint.keep_last or by hand: %1; their evaluations stay in the "
              "curve.")
        .arg(QLocale().toString(removed));
  return tr("All that the run reported are there.");
}

QString CheckpointsPage::emptyText() const {
  const RunRecord& record = m_run->record();
  if (!isOpen(record.state)) return tr("This run ended before it saved a checkpoint.");
  const qint64 every = m_run->settings().value(u"checkpoint.every_steps"_s).toLongLong();
  if (record.workload == u"engine"_s && every > 0)
    return tr("No checkpoint yet; the first comes at step %1.").arg(QLocale().toString(every));
  return tr("No checkpoint yet. Those that the run reports are shown here with their evaluations.");
}

void CheckpointsPage::fetch(const QList<CheckpointRow>& rows, const QString& folder) {
  const RunRecord& run = m_run->record();
  QList<CheckpointFiles::Copy> copies;
  for (const CheckpointRow& row : rows)
    copies << CheckpointFiles::Copy{
        row.path, {}, u"%1/%2-step-%3"_s.arg(folder, run.name).arg(row.step)};
  m_files.copy(run, copies);
}

void CheckpointsPage::exportChosen(const QStringList& files, const QString& destination) {
  if (const CheckpointRow* row = chosen())
    m_files.copy(m_run->record(), {CheckpointFiles::Copy{row->path, files, destination}});
}

}  // namespace trainyard
