// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/runs_page.h"

#include <QComboBox>
#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QShortcut>
#include <QStackedWidget>
#include <QTimer>
#include <QVBoxLayout>
#include <utility>

#include "gui/charts/plot_grid.h"
#include "gui/forms/list_and_detail.h"
#include "gui/runs/run_view.h"
#include "gui/runs/runs_table.h"
#include "gui/runs/state_delegate.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr int runNewsMilliseconds =
    1000;  // how often the page of an open run reads what is not a curve
constexpr int runClockMilliseconds = 1000;  // durations of open runs grow

}  // namespace

RunsPage::RunsPage(ServiceClient* client, StoreReader* reader, TargetList* targets, QWidget* parent)
    : Page(parent),
      m_client(client),
      m_reader(reader),
      m_targets(targets),
      m_actions(new RunActions(client, this)),
      m_view(new RunView(&m_run, m_actions, targets)),
      m_table(new RunsTable),
      m_search(new QLineEdit),
      m_states(new QComboBox),
      m_count(new QLabel),
      m_empty(new QLabel),
      m_list(new QStackedWidget),
      m_newsTimer(new QTimer(this)) {
  m_filter.setSourceModel(&m_runs);
  layListAndDetail(this, buildList(), m_view, 520, 840);
  connectTable();
  connectReader();
  connectClient();
  connect(m_view, &RunView::failed, this, &RunsPage::failed);
  connect(m_view, &RunView::done, this, &RunsPage::done);
  connect(m_view, &RunView::openExperimentRequested, this, &RunsPage::openExperimentRequested);
  connect(m_actions, &RunActions::failed, this, &RunsPage::failed);
  connect(m_actions, &RunActions::done, this, &RunsPage::done);
  m_newsTimer->setInterval(runNewsMilliseconds);
  m_newsTimer->setSingleShot(true);
  connect(m_newsTimer, &QTimer::timeout, this, &RunsPage::requestNews);
  auto* clock = new QTimer(this);
  clock->setInterval(runClockMilliseconds);
  connect(clock, &QTimer::timeout, this, &RunsPage::tick);
  clock->start();
  // While the output is shown, the search is in the output.
  connect(new QShortcut(QKeySequence::Find, this), &QShortcut::activated, this, [this] {
    if (m_view->findInOutput()) return;
    m_search->setFocus();
    m_search->selectAll();
  });
  retranslate();
  m_reader->requestRuns();
}

QWidget* RunsPage::buildList() {
  auto* side = new QWidget;
  auto* column = new QVBoxLayout(side);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  auto* bar = new QHBoxLayout;
  bar->setContentsMargins(10, 8, 8, 6);
  m_search->setClearButtonEnabled(true);
  m_states->addItems({{}, {}, {}, {}});
  m_count->setTextFormat(Qt::PlainText);
  m_count->setForegroundRole(QPalette::PlaceholderText);
  bar->addWidget(m_search, 1);
  bar->addWidget(m_states);
  bar->addWidget(m_count);
  buildTable();
  m_empty->setTextFormat(Qt::PlainText);
  m_empty->setAlignment(Qt::AlignCenter);
  m_empty->setWordWrap(true);
  m_empty->setMargin(30);
  m_empty->setForegroundRole(QPalette::PlaceholderText);
  m_list->addWidget(m_table);
  m_list->addWidget(m_empty);
  column->addLayout(bar);
  column->addWidget(m_list, 1);
  side->setMinimumWidth(330);
  return side;
}

void RunsPage::buildTable() {
  m_table->setModel(&m_filter);
  m_table->setItemDelegate(new StateDelegate(m_table));
  m_table->setFrameShape(QFrame::NoFrame);
  m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
  m_table->setSelectionMode(QAbstractItemView::SingleSelection);
  m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
  m_table->setUniformRowHeights(true);
  m_table->setAllColumnsShowFocus(true);
  m_table->setRootIsDecorated(false);  // until there is an array
  m_table->setIndentation(14);
  m_table->setSortingEnabled(true);
  m_table->sortByColumn(RunsModel::StartedColumn, Qt::DescendingOrder);
  QHeaderView* header = m_table->header();
  header->setHighlightSections(false);
  header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  header->setSectionsMovable(true);
  header->setContextMenuPolicy(Qt::CustomContextMenu);
  // Wide enough for the longest common text in the font of this screen.
  const QList<std::pair<int, QString>> widths{{RunsModel::StateColumn, u"● Completed"_s},
                                              {RunsModel::NameColumn, u"a-name-of-a-run-1"_s},
                                              {RunsModel::ProgressColumn, u"10000 / 10000"_s},
                                              {RunsModel::LossColumn, u"0.000123"_s},
                                              {RunsModel::EvalLossColumn, u"Eval loss"_s},
                                              {RunsModel::SpeedColumn, u"1,000,000"_s},
                                              {RunsModel::StartedColumn, u"28 Nov 00:00"_s},
                                              {RunsModel::DurationColumn, u"23 h 59 min"_s},
                                              {RunsModel::TargetColumn, u"This computer"_s}};
  for (const auto& [section, longest] : widths)
    header->resizeSection(section, m_table->fontMetrics().horizontalAdvance(longest) + 20);
  for (int section : {RunsModel::EvalLossColumn, RunsModel::SpeedColumn, RunsModel::DurationColumn,
                      RunsModel::TargetColumn})
    header->setSectionHidden(section, true);
  header->setStretchLastSection(true);
}

void RunsPage::connectTable() {
  connect(m_search, &QLineEdit::textChanged, this,
          [this](const QString& words) { filter([&] { m_filter.setWords(words); }); });
  connect(m_states, &QComboBox::currentIndexChanged, this, [this](int index) {
    filter([&] { m_filter.setStates(static_cast<RunsFilterModel::States>(index)); });
  });
  connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          &RunsPage::choose);
  connect(m_table->header(), &QWidget::customContextMenuRequested, this, &RunsPage::chooseColumns);
  // The filter signals a removal before its source has performed it.
  for (const QAbstractItemModel* model : {static_cast<const QAbstractItemModel*>(&m_filter),
                                          static_cast<const QAbstractItemModel*>(&m_runs)})
    for (auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
      connect(model, signal, this, &RunsPage::showFound);
  connect(&m_filter, &QAbstractItemModel::modelReset, this, &RunsPage::showFound);
  connect(m_targets, &TargetList::changed, this, &RunsPage::showTargetColumn);
}

void RunsPage::retranslate() {
  m_search->setPlaceholderText(tr("Search runs"));
  m_search->setAccessibleName(tr("Search runs"));
  const QStringList states{tr("All"), tr("Open"), tr("Completed"), tr("Stopped")};
  for (int i = 0; i < m_states->count(); ++i) m_states->setItemText(i, states[i]);
  m_states->setToolTip(tr("Only runs in these states"));
  m_states->setAccessibleName(tr("States shown"));
  m_table->setAccessibleName(tr("Runs"));
  m_table->header()->viewport()->update();
  m_table->viewport()->update();
  showFound();
}

void RunsPage::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::LanguageChange) retranslate();
}

void RunsPage::chooseColumns(const QPoint& position) {
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  QHeaderView* header = m_table->header();
  for (int section = RunsModel::ProgressColumn; section < RunsModel::ColumnCount; ++section) {
    QAction* action =
        menu->addAction(m_runs.headerData(section, Qt::Horizontal, Qt::DisplayRole).toString());
    action->setCheckable(true);
    action->setChecked(!header->isSectionHidden(section));
    connect(action, &QAction::toggled, header, [this, header, section](bool shown) {
      m_hasChosenColumns = true;
      header->setSectionHidden(section, !shown);
    });
  }
  menu->popup(header->mapToGlobal(position));
}

void RunsPage::connectReader() {
  connect(m_reader, &StoreReader::failed, this, &RunsPage::failed);
  connect(m_reader, &StoreReader::runsRead, this, [this](const QList<RunRecord>& runs) {
    const bool isFirst = !std::exchange(m_filled, true);
    m_runs.setRuns(runs);
    if (isFirst) emit filled();
    showFound();
    if (!m_run.isEmpty() && !m_runs.find(m_run.record().run)) m_run.markGone(m_run.record().run);
    if (!m_wanted.isEmpty())
      select(m_wanted);
    else if (isFirst && m_run.isEmpty() && m_filter.rowCount() > 0)
      m_table->setCurrentIndex(m_filter.index(0, 0));
  });
  connect(m_reader, &StoreReader::someRead, this,
          [this](const QList<RunRecord>& runs, const QStringList& gone) {
            m_runs.update(runs);
            for (const QString& run : gone) m_runs.remove(run);
            for (const RunRecord& run : runs) m_run.showRecord(run);
            if (gone.contains(m_run.record().run)) m_run.markGone(m_run.record().run);
            if (!m_wanted.isEmpty()) select(m_wanted);
            showFound();
          });
  connect(m_reader, &StoreReader::detailRead, &m_run, &RunModel::showDetail);
  connect(m_reader, &StoreReader::curvesRead, this, [this](const RunDetail& detail) {
    m_run.showCurves(detail);
    m_isReadingCurves = false;
    if (std::exchange(m_hasNewCurves, false)) requestCurves();
  });
}

void RunsPage::connectClient() {
  connect(m_client, &ServiceClient::runsChanged, this, [this](const QStringList& runs) {
    m_reader->requestRuns(runs);
    if (!runs.contains(m_run.record().run)) return;
    if (!m_newsTimer->isActive()) m_newsTimer->start();
    requestCurves();
  });
  connect(m_client, &ServiceClient::messageArrived, &m_run, &RunModel::addMessage);
  connect(m_client, &ServiceClient::progressArrived, this, [this](const ProgressReport& report) {
    m_runs.showTransfer(report);
    const RunRecord* run = m_runs.find(report.run);
    // The last report may arrive after the answer; and the end of another client's fetch is not
    // reported here.
    if (run && (run->state == RunState::preparing || m_actions->isFetching(report.run)))
      m_run.showTransfer(report);
  });
  connect(m_actions, &RunActions::fetchEnded, &m_run, &RunModel::endTransfer);
  connect(m_client, &ServiceClient::connected, this, [this] {
    m_reader->requestRuns();
    requestNews();
  });
}

void RunsPage::requestNews() {
  if (!m_run.isEmpty()) m_reader->requestDetail(m_run.record().run, StoreReader::Extent::news);
}

void RunsPage::requestCurves() {
  if (m_run.isEmpty()) return;
  m_hasNewCurves = m_isReadingCurves;
  if (!std::exchange(m_isReadingCurves, true)) m_reader->requestCurves(m_run.record().run);
}

// Rows are added and removed one by one; the consequences are shown once.
void RunsPage::filter(const std::function<void()>& change) {
  m_isFiltering = true;
  change();
  m_isFiltering = false;
  showFound();
}

// Called after the set of rows has changed.
void RunsPage::showFound() {
  if (m_isFiltering) return;
  showCount();
  showChosenRow();
}

void RunsPage::showCount() {
  const int shown = m_filter.rowCount(), all = m_runs.rowCount();
  m_table->setRootIsDecorated(m_runs.hasTasks());
  m_count->setText(shown == all ? QString::number(all) : tr("%1 of %2").arg(shown).arg(all));
  m_empty->setText(!m_filled  ? QString()
                   : all == 0 ? tr("No runs yet.\n\nOpen an experiment (Ctrl+1) and submit it "
                                   "(Ctrl+Return); it appears here at once.")
                              : tr("No run matches. Clear the search, or choose all states."));
  m_list->setCurrentIndex(shown > 0 ? 0 : 1);
}

// The row of the selected run, if it is among the results, is the current one; otherwise its page
// says that it is not.
void RunsPage::showChosenRow() {
  if (m_run.isEmpty()) return;
  const QModelIndex source = m_runs.indexOf(m_run.record().run);
  const QModelIndex row = source.isValid() ? m_filter.mapFromSource(source) : QModelIndex();
  m_view->setListed(row.isValid());
  if (!row.isValid() || m_table->currentIndex().siblingAtColumn(0) == row) return;
  m_table->setCurrentIndex(row);
  m_table->scrollTo(row);
}

// Moments and durations are computed when painted, so only visible rows cost anything.
void RunsPage::tick() {
  if (m_table->isVisible()) m_table->viewport()->update();
}

// The column is shown as soon as there is more than one target; after that the user decides.
void RunsPage::showTargetColumn() {
  QHeaderView* header = m_table->header();
  if (m_hasChosenColumns || m_targets->targets().size() < 2 ||
      !header->isSectionHidden(RunsModel::TargetColumn))
    return;
  header->moveSection(header->visualIndex(RunsModel::TargetColumn),
                      header->visualIndex(RunsModel::NameColumn) + 1);
  header->setSectionHidden(RunsModel::TargetColumn, false);
  header->resizeSection(RunsModel::NameColumn, 108);
  header->resizeSection(RunsModel::TargetColumn, 76);
}

void RunsPage::choose(const QModelIndex& index) {
  const QString name = index.data(RunsModel::RunRole).toString();
  if (name.isEmpty() || name == m_run.record().run) return;
  const RunRecord* run = m_runs.find(name);
  if (!run) return;
  m_wanted.clear();
  m_run.choose(*run);
  m_view->setListed(true);
  m_view->setAwaiting(false);
  m_client->watch({name});
  m_reader->requestDetail(name, StoreReader::Extent::whole);
}

void RunsPage::select(const QString& run) {
  const QModelIndex source = m_runs.indexOf(run);
  if (!source.isValid()) return;
  m_wanted.clear();
  QModelIndex index = m_filter.mapFromSource(source);
  if (!index.isValid()) {
    m_search->clear();
    m_states->setCurrentIndex(0);
    index = m_filter.mapFromSource(source);
  }
  m_table->setCurrentIndex(index);
  m_table->scrollTo(index);
}

void RunsPage::goToRun(const QString& run) {
  m_lastShown.clear();
  showRun(run);
}

void RunsPage::showRun(const QString& run) {
  if (run == std::exchange(m_lastShown, run)) return;
  m_wanted = run;
  select(run);
  if (m_wanted.isEmpty()) return;
  // Shows none rather than one that is unrelated to what was just submitted.
  m_table->selectionModel()->clear();
  m_run.choose({});
  m_view->setAwaiting(true);
  m_reader->requestRuns(QStringList{run});
}

}  // namespace trainyard
