// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/table/run_workspace.h"

#include <QLocale>
#include <QMenu>
#include <QSettings>
#include <algorithm>

#include "gui/charts/plot_grid.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/segmented_control.h"
#include "gui/look/type.h"
#include "gui/runs/records/run_text.h"
#include "gui/runs/table/empty_runs.h"
#include "gui/runs/table/run_columns.h"
#include "gui/runs/table/run_projects.h"
#include "gui/runs/table/run_table_view.h"
#include "gui/runs/table/run_views.h"
#include "gui/runs/table/runs_head.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;

constexpr int tableClockMilliseconds = 1000;  // durations of open runs grow

}  // namespace

RunWorkspace::RunWorkspace(StoreReader* reader, TableReader* tables, RunRecords* records,
                           RunActions* actions)
    : m_records(records),
      m_actions(actions),
      m_model(records),
      m_sparks(tables),
      m_verdicts(tables),
      m_curves(reader),
      m_query(RunViews::last()),
      m_projects(new RunProjects(records, actions)),
      m_menus(&m_query, &m_model, m_projects->toggle()),
      m_requests(tables),
      m_layouts(new look::SegmentedControl({{}, {}, {}})),
      m_head(new RunsHead(m_menus.views(), m_layouts)),
      m_bar(new RunActionBar),
      m_table(new RunTableView(&m_model, &m_sparks, &m_verdicts)),
      m_empty(new EmptyRuns),
      m_grid(new PlotGrid(&m_curves)) {
  auto* column = look::columnIn(this);
  column->addWidget(m_head);
  m_panes->addWidget(buildList());
  m_panes->addWidget(m_grid);
  m_panes->setChildrenCollapsible(false);
  m_panes->setHandleWidth(1);
  m_panes->setStretchFactor(0, 53);
  m_panes->setStretchFactor(1, 47);
  m_panes->setSizes({636, 560});
  column->addWidget(m_panes, 1);
  m_head->setFilter(m_query.filter);
  connect(&m_menus, &RunMenus::changed, this, &RunWorkspace::request);
  connect(&m_menus, &RunMenus::viewChosen, this, &RunWorkspace::setView);
  connect(&m_menus, &RunMenus::saveRequested, this, [this](const QString& name) {
    RunViews::save({name, m_query, m_grid->state(), m_model.shown()});
    emit viewsChanged();
  });
  connect(&m_menus, &RunMenus::viewsChanged, this, &RunWorkspace::viewsChanged);
  connectTable();
  addActions(m_bar->actions());  // their keys act in all of it
  auto* clock = new QTimer(this);
  clock->setInterval(tableClockMilliseconds);
  connect(clock, &QTimer::timeout, this, [this] {
    if (m_table->isVisible()) m_table->showTime();
  });
  clock->start();
  const QSettings settings;
  m_panes->restoreState(settings.value(u"runs/panes"_s).toByteArray());
  const int layout = std::clamp(settings.value(u"runs/layout"_s, 1).toInt(), 0, 2);
  m_layouts->setCurrent(layout);
  setLayoutKind(static_cast<Layout>(layout));
  look::keepTranslated(this, [this] { retranslate(); });
  request(RunTableModel::Order::asRead);
}

RunWorkspace::~RunWorkspace() {
  QSettings settings;
  settings.setValue(u"runs/panes"_s, m_panes->saveState());
  settings.setValue(u"runs/layout"_s, m_layouts->current());
  RunViews::setLast(m_query);
  delete m_grid;  // before the curves that it shows
}

QWidget* RunWorkspace::buildList() {
  auto* list = new QWidget;
  list->setAutoFillBackground(true);
  list->setBackgroundRole(QPalette::Base);
  auto* column = look::columnIn(list);
  column->addWidget(m_bar);
  column->addWidget(m_menus.tools());
  m_pages->addWidget(m_table);
  m_pages->addWidget(m_empty);
  connect(m_empty, &EmptyRuns::presetWanted, this, &RunWorkspace::presetWanted);
  auto* row = look::rowIn(nullptr, 0);
  row->addWidget(m_projects);
  row->addWidget(m_pages, 1);
  column->addLayout(row, 1);
  list->setMinimumWidth(px(400));
  return list;
}

void RunWorkspace::connectTable() {
  connect(m_table, &RunTableView::openRequested, this, &RunWorkspace::openRequested);
  connect(m_table, &RunTableView::chosenChanged, this, &RunWorkspace::showChosen);
  connect(m_table, &RunTableView::hovered, &m_curves, &CurveSet::setEmphasis);
  connect(m_table, &RunTableView::sortRequested, this, [this](const QString& key, bool descends) {
    m_query.sort = key;
    m_query.descending = descends;
    request(RunTableModel::Order::asRead);
  });
  connect(m_table, &RunTableView::showRequested, this,
          [this](const QStringList& runs, bool isShown) {
            // What was shown by itself is chosen from now on.
            QStringList all = m_model.shown();
            if (isShown)
              all += runs;
            else
              all.removeIf([&](const QString& run) { return runs.contains(run); });
            all.removeDuplicates();
            m_actions->showCurves(m_model.runsAndTasks(), all);
            m_model.setShown(all);
            showCurves();
          });
  connect(m_table, &RunTableView::menuRequested, this,
          [this](QPoint position) { m_bar->menu()->popup(position); });
  connect(m_bar, &RunActionBar::wanted, this, &RunWorkspace::act);
  connect(m_projects, &RunProjects::chosen, this, [this](const std::optional<QString>& project) {
    m_query.project = project;
    request(RunTableModel::Order::asRead);
  });
  connect(m_projects, &RunProjects::failed, this, &RunWorkspace::failed);
  connect(m_projects, &RunProjects::done, this, &RunWorkspace::done);
  connect(m_layouts, &look::SegmentedControl::currentChanged, this,
          [this](int layout) { setLayoutKind(static_cast<Layout>(layout)); });
  connect(m_grid, &PlotGrid::failed, this, &RunWorkspace::failed);
  connect(m_grid, &PlotGrid::done, this, &RunWorkspace::done);
  connect(m_grid, &PlotGrid::runRequested, this, &RunWorkspace::openRequested);
  connectRecords();
}

void RunWorkspace::connectRecords() {
  connect(m_actions, &RunActions::connectionChanged, this, &RunWorkspace::showChosen);
  connect(&m_sparks, &SparkReader::curveRead, m_table, &RunTableView::repaintRun);
  connect(&m_verdicts, &GroupVerdicts::leaderRead, m_table->viewport(),
          qOverload<>(&QWidget::update));
  connect(&m_requests, &TableRequests::answered, this, &RunWorkspace::showTable);
  connect(&m_requests, &TableRequests::refused, m_head, &RunsHead::showRefusal);
  connect(&m_requests, &TableRequests::due, this, [this] { request(RunTableModel::Order::kept); });
  connect(m_head, &RunsHead::filterTyped, this, [this](const QString& filter) {
    m_query.filter = filter;
    request(RunTableModel::Order::asRead);
  });
  connect(m_records, &RunRecords::changed, this, [this](const QStringList& runs, bool isNew) {
    m_sparks.noteChanged(runs);
    m_verdicts.noteChanged(runs);
    m_curves.refresh(runs);
    if (isNew)
      request(RunTableModel::Order::kept);
    else
      m_requests.askSoon();
    showChosen();
  });
}

void RunWorkspace::retranslate() {
  m_menus.retranslate();
  m_layouts->setNames({tr("Table"), tr("Both"), tr("Curves")});
  m_layouts->setAccessibleName(tr("What is shown"));
  m_table->setAccessibleName(tr("Runs"));
  m_grid->setEmptyText(tr("Click the eye of a run to see its curves here."));
  showCounts();
  showChosen();
}

void RunWorkspace::setLayoutKind(Layout layout) {
  m_panes->widget(0)->setVisible(layout != Layout::curves);
  m_grid->setVisible(layout != Layout::table);
  request(RunTableModel::Order::kept);  // alone, the table has more columns
}

void RunWorkspace::choose(const QString& run) { m_table->choose(run); }

void RunWorkspace::search(const QString& filter) {
  m_head->search()->setText(filter);
  m_table->setFocus();
}

QString RunWorkspace::searched() const { return m_head->search()->text(); }

void RunWorkspace::setView(const NamedRunQuery& view) {
  m_query = view.query;
  m_head->setFilter(m_query.filter);
  if (!view.curves.isEmpty()) m_grid->setState(view.curves);
  if (!view.shown.isEmpty()) {
    m_actions->showCurves(m_model.runsAndTasks(), view.shown);
    m_model.setShown(view.shown);
  }
  request(RunTableModel::Order::asRead);
}

void RunWorkspace::showView(const QString& name) {
  for (const NamedRunQuery& view : RunViews::saved())
    if (view.name == name) setView(view);
}

void RunWorkspace::enterSearch() {
  m_head->search()->setFocus(Qt::ShortcutFocusReason);
  m_head->search()->selectAll();
}

QList<RunRecord> RunWorkspace::chosenRuns() const {
  QList<RunRecord> runs;
  for (const QString& run : m_table->chosen())
    if (const RunRecord* record = m_records->find(run)) runs << *record;
  return runs;
}

// What differs first, then how it went.
QStringList RunWorkspace::defaultKeys() const {
  const bool isAlone = m_layouts->current() == 0;
  QStringList keys{u"name"_s, u"state"_s};
  for (const QString& path :
       m_model.varying().first(std::min<qsizetype>(m_model.varying().size(), isAlone ? 4 : 1)))
    keys << u"setting:"_s + path;
  const QString best = RunColumns::bestMetric(m_metrics);
  const QString curve = RunColumns::curveMetric(m_metrics);
  if (!best.isEmpty()) keys << u"best:"_s + best;
  if (!curve.isEmpty() && curve != best) keys << u"curve:"_s + curve;
  keys << u"progress"_s;
  if (isAlone) keys << u"started"_s << u"duration"_s << u"speed"_s << u"target"_s;
  return keys;
}

void RunWorkspace::request(RunTableModel::Order order) {
  m_model.setKeys(m_query.columns.isEmpty() ? defaultKeys() : m_query.columns);
  RunTableQuery query = m_query;
  query.columns = m_model.storedKeys();
  m_requests.ask(query, order);
}

void RunWorkspace::showTable(const RunTable& table, const QStringList& keys,
                             RunTableModel::Order order) {
  m_head->showRefusal({});
  m_total = table.total;
  m_metrics = table.metrics;
  m_menus.setKnown(table.metrics, table.settings);
  m_projects->show(table.projects, m_query.archived, m_query.project);
  emit projectsChanged(m_projects->names());
  m_model.setTable(table, keys, order);
  m_table->setSort(m_query.sort, m_query.descending);
  // The first answer says what differs; the columns follow.
  if (m_query.columns.isEmpty() && defaultKeys() != m_model.keys())
    request(RunTableModel::Order::kept);
  showCounts();
  showCurves();
}

void RunWorkspace::showCounts() {
  const QLocale locale;
  const int shown = m_model.numRuns();
  m_head->showCount(shown == m_total
                        ? locale.toString(shown)
                        : tr("%1 of %2").arg(locale.toString(shown), locale.toString(m_total)));
  m_menus.showQuery();
  m_empty->show(!m_model.isFilled() ? QString()
                : m_total == 0      ? tr("No runs yet. What you submit appears here at once.")
                                    : tr("No run matches. Clear the search, or choose all runs."),
                m_model.isFilled() && m_total == 0);
  m_pages->setCurrentIndex(shown > 0 ? 0 : 1);
}

void RunWorkspace::showCurves() {
  QList<ShownRun> runs;
  for (const QString& run : m_model.shown())
    if (const RunRecord* record = m_records->find(run))
      runs << ShownRun{run, RunText::shortName(*record), m_model.colourOf(run),
                       isOpen(record->state), m_model.groupTitle(run)};
  m_curves.setRuns(runs);
  m_grid->setNote(tr("%1 of %2 shown").arg(runs.size()).arg(QLocale().toString(m_model.numRuns())));
}

void RunWorkspace::showChosen() { m_bar->show(chosenRuns(), m_actions->isConnected()); }

void RunWorkspace::act(RunActionBar::Act act) {
  const QList<RunRecord> runs = chosenRuns();
  switch (act) {
    case RunActionBar::Act::open:
      if (!runs.isEmpty()) emit openRequested(runs.front().run);
      break;
    case RunActionBar::Act::compare:
      emit compareRequested(m_table->chosen());
      break;
    default:
      emit wanted(act, runs);
  }
}

}  // namespace trainyard
