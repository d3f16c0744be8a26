// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/compare/compare_page.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QShortcut>
#include <QSplitter>
#include <QTableView>
#include <QTimer>

#include "gui/charts/parallel_plot.h"
#include "gui/charts/plot_grid.h"
#include "gui/forms/plain_table.h"
#include "gui/look/card.h"
#include "gui/look/icon.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/style.h"
#include "gui/look/type.h"
#include "gui/runs/compare/comparison_axes.h"
#include "gui/runs/compare/scatter_plot.h"
#include "gui/runs/compare/settings_table.h"
#include "gui/runs/records/run_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;

enum CompareTab { SideTab, SettingsTab, NotesTab };

constexpr int compareNewsMilliseconds = 2000;
constexpr int shortestBox = 8;  // in characters

QTableView* comparedTable(QAbstractItemModel* model) {
  auto* view = new QTableView;
  view->setModel(model);
  view->setFrameShape(QFrame::NoFrame);
  view->setSelectionBehavior(QAbstractItemView::SelectRows);
  view->setEditTriggers(QAbstractItemView::NoEditTriggers);
  view->setShowGrid(false);
  view->setTabKeyNavigation(false);
  view->verticalHeader()->hide();
  view->verticalHeader()->setDefaultSectionSize(px(32));
  view->horizontalHeader()->setHighlightSections(false);
  view->horizontalHeader()->setStretchLastSection(true);
  return view;
}

}  // namespace

ComparePage::ComparePage(StoreReader* reader, TableReader* tables)
    : m_tables(tables),
      m_curves(reader),
      m_settings(new SettingsTable(this)),
      m_view(comparedTable(&m_table)),
      m_grid(new PlotGrid(&m_curves)),
      m_scatter(new ScatterPlot),
      m_parallel(new ParallelPlot),
      m_settingsView(comparedTable(m_settings)),
      m_news(new QTimer(this)) {
  auto* column = look::columnIn(this);
  column->addWidget(buildHead());
  m_tabs->setDocumentMode(true);
  m_tabs->insertTab(SideTab, buildSide(), {});
  m_tabs->insertTab(SettingsTab, buildSettings(), {});
  m_tabs->insertTab(NotesTab, m_notes, {});
  m_notes->setFrameShape(QFrame::NoFrame);
  m_notes->setReadOnly(true);
  column->addWidget(m_tabs, 1);
  m_view->setItemDelegate(new ComparisonDelegate(&m_table, m_view));
  connect(m_view, &QTableView::doubleClicked, this, [this](const QModelIndex& index) {
    emit openRequested(comparison().runs()[index.row()].record.run);
  });
  connect(m_scatter, &ScatterPlot::runChosen, this, &ComparePage::openRequested);
  connect(m_path, &QComboBox::activated, this, &ComparePage::showScatter);
  connect(m_metric, &QComboBox::activated, this, &ComparePage::showScatter);
  connect(m_parallel, &ParallelPlot::brushed, this, &ComparePage::showBrush);
  connect(m_find, &QLineEdit::textChanged, m_settings, &SettingsTable::setWords);
  connect(m_tables, &TableReader::comparisonRead, this, &ComparePage::showComparison);
  connect(m_grid, &PlotGrid::failed, this, &ComparePage::failed);
  connect(m_grid, &PlotGrid::done, this, &ComparePage::done);
  m_news->setSingleShot(true);
  m_news->setInterval(compareNewsMilliseconds);
  connect(m_news, &QTimer::timeout, this, &ComparePage::request);
  for (QTableView* view : {m_view, m_settingsView}) {
    auto* keys = new QShortcut(QKeySequence::Copy, view);
    keys->setContext(Qt::WidgetShortcut);
    connect(keys, &QShortcut::activated, this, [this, view] { copy(view); });
  }
  look::keepTranslated(this, [this] { retranslate(); });
}

ComparePage::~ComparePage() { delete m_grid; }  // before the curves that it shows

QWidget* ComparePage::buildHead() {
  auto* head = new QWidget;
  head->setAutoFillBackground(true);
  head->setBackgroundRole(QPalette::Base);
  head->setFixedHeight(px(52));
  auto* row = look::rowIn(head, px(8), {px(12), 0, px(20), 0});
  m_back->setIcon(look::icon(u"chevron-left"_s));
  look::setKind(m_back, look::quietKind);
  m_copy->setIcon(look::icon(u"copy"_s));
  m_report->setIcon(look::icon(u"file-text"_s));
  row->addWidget(m_back);
  row->addWidget(m_title);
  row->addStretch(1);
  row->addWidget(m_copy);
  row->addWidget(m_report);
  connect(m_back, &QPushButton::clicked, this, &ComparePage::backRequested);
  connect(m_copy, &QPushButton::clicked, this, [this] {
    QApplication::clipboard()->setText(m_table.text());
    emit done(tr("The table was copied; it can be pasted into a spreadsheet."));
  });
  connect(m_report, &QPushButton::clicked, this, [this] { emit reportRequested(comparison()); });
  return head;
}

QWidget* ComparePage::buildSentence() {
  auto* said = new look::Card;
  auto* row = new QHBoxLayout;
  row->setSpacing(px(10));
  auto* bulb = new QLabel;
  bulb->setTextFormat(Qt::PlainText);
  bulb->setPixmap(look::icon(u"bulb"_s).pixmap(px(18), px(18)));
  m_sentence->setWordWrap(true);
  m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
  row->addWidget(bulb);
  row->addWidget(m_sentence, 1);
  row->addWidget(m_duplicate);
  said->column()->addLayout(row);
  connect(m_duplicate, &QPushButton::clicked, this, [this] {
    if (const auto leader = comparison().leader())
      emit duplicateRequested(comparison().runs()[*leader].record.run);
  });
  return said;
}

QWidget* ComparePage::buildSide() {
  auto* page = new QWidget;
  auto* column = look::columnIn(page, px(14), {px(20), px(14), px(20), px(16)});
  column->addWidget(buildSentence());
  auto* numbers = new look::Card;
  numbers->column()->setContentsMargins(1, 1, 1, 1);
  numbers->column()->addWidget(m_view);
  column->addWidget(numbers);
  auto* right = new QWidget;
  auto* plots = look::columnIn(right, px(14));
  const auto card = [&](QLabel* title, QWidget* plot, QList<QWidget*> tools) {
    auto* around = new look::Card;
    auto* head = new QHBoxLayout;
    head->addWidget(title);
    head->addStretch(1);
    for (QWidget* tool : tools) head->addWidget(tool);
    around->column()->addLayout(head);
    around->column()->addWidget(plot, 1);
    plots->addWidget(around, 1);
  };
  for (QComboBox* box : {m_path, m_metric}) {
    look::setSmall(box);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(shortestBox);
  }
  card(m_scatterTitle, m_scatter, {m_path, m_metric});
  card(m_parallelTitle, m_parallel, {});
  auto* panes = new QSplitter;
  panes->setHandleWidth(px(14));
  panes->addWidget(m_grid);
  panes->addWidget(right);
  panes->setStretchFactor(0, 1);
  panes->setStretchFactor(1, 1);
  panes->setSizes({550, 450});  // whatever the plots' bar has room for
  column->addWidget(panes, 1);
  return page;
}

QWidget* ComparePage::buildSettings() {
  auto* page = new QWidget;
  auto* column = look::columnIn(page, px(10), {px(20), px(14), px(20), px(16)});
  m_find->setClearButtonEnabled(true);
  m_find->setMaximumWidth(px(360));
  column->addWidget(m_find);
  auto* around = new look::Card;
  around->column()->setContentsMargins(1, 1, 1, 1);
  around->column()->addWidget(m_settingsView);
  column->addWidget(around, 1);
  return page;
}

void ComparePage::retranslate() {
  m_back->setText(tr("Runs"));
  m_copy->setText(tr("Copy table"));
  m_report->setText(tr("Save report…"));
  m_tabs->setTabText(SideTab, tr("Side by side"));
  m_find->setPlaceholderText(tr("Search settings"));
  m_find->setAccessibleName(tr("Search settings"));
  m_view->setAccessibleName(tr("Runs that are compared"));
  m_settingsView->setAccessibleName(tr("Settings of the runs"));
  m_path->setAccessibleName(tr("Setting along the horizontal axis"));
  m_metric->setAccessibleName(tr("Metric along the vertical axis"));
  m_scatterTitle->setText(tr("Best value by setting"));
  m_grid->setEmptyText(tr("None of these runs has reported a value yet."));
  showComparison(comparison().runs());
}

void ComparePage::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fitTable();
}

void ComparePage::show(const QStringList& runs, const QList<int>& colours) {
  m_runs = runs;
  m_colours = colours;
  m_tabs->setCurrentIndex(SideTab);
  m_view->setFocus();
  request();
}

void ComparePage::refresh(const QStringList& runs) {
  if (!isVisible()) return;
  for (const QString& run : runs)
    if (m_runs.contains(run)) {
      m_curves.refresh(runs);
      if (!m_news->isActive()) m_news->start();
      return;
    }
}

void ComparePage::request() {
  if (!m_runs.isEmpty()) m_tables->requestComparison(m_runs);
}

void ComparePage::showComparison(const QList<ComparedRun>& read) {
  QList<ComparedRun> runs = read;
  QList<ShownRun> shown;
  for (ComparedRun& run : runs) {
    const auto at = m_runs.indexOf(run.record.run);
    run.colour = m_colours.value(at, static_cast<int>(std::max<qsizetype>(at, 0)));
  }
  const Comparison comparison(runs);
  m_table.show(comparison);
  m_settings->show(comparison);
  for (int i = 0; i < runs.size(); ++i)
    shown << ShownRun{runs[i].record.run, comparison.label(i), runs[i].colour,
                      isOpen(runs[i].record.state)};
  m_curves.setRuns(shown);
  m_title->setText(tr("Compare %n runs", nullptr, static_cast<int>(runs.size())));
  m_sentence->setText(comparison.differenceSentence() + u' ' + comparison.leaderSentence());
  const auto leader = comparison.leader();
  m_duplicate->setVisible(leader.has_value());
  if (leader)
    m_duplicate->setText(
        tr("Duplicate %1").arg(RunText::shortName(comparison.runs()[*leader].record)));
  m_tabs->setTabText(SettingsTab, tr("Configuration (%1 of %2 differ)")
                                      .arg(m_settings->numVarying())
                                      .arg(m_settings->numSettings()));
  showAxes();
  showNotes();
  fitTable();
}

void ComparePage::showAxes() {
  const Comparison& comparison = this->comparison();
  const QList<ComparedRun>& runs = comparison.runs();
  const QString path = m_path->currentText(), metric = m_metric->currentText();
  m_path->clear();
  m_metric->clear();
  for (const QString& each : comparison.varying())
    if (ScatterPlot::isNumeric(comparison, each)) m_path->addItem(each);
  m_metric->addItems(comparison.metrics());
  m_path->setCurrentIndex(std::max(0, m_path->findText(path)));
  m_metric->setCurrentIndex(std::max(0, m_metric->findText(metric)));
  showScatter();
  m_axes = comparisonAxes(comparison);
  ParallelLines lines{
      .words = tr("Parallel coordinates of %n runs", nullptr, static_cast<int>(runs.size())),
      .nothing = tr("There is nothing in which these runs differ.")};
  for (const ComparedRun& run : runs) lines.curves.push_back(run.colour);
  if (const auto leader = comparison.leader()) lines.best = static_cast<std::size_t>(*leader);
  m_parallel->show(&m_axes, std::move(lines));
  showBrush();
}

void ComparePage::showBrush() {
  m_parallelTitle->setText(m_axes.isBrushed() ? tr("Parallel coordinates: %1 of %2 in the brush")
                                                    .arg(m_axes.numWithin())
                                                    .arg(m_axes.numLines())
                                              : tr("Parallel coordinates"));
}

void ComparePage::showScatter() {
  m_scatter->show(comparison(), m_path->currentText(), m_metric->currentText());
}

void ComparePage::showNotes() {
  QStringList notes;
  for (const ComparedRun& run : comparison().runs()) {
    if (run.record.note.isEmpty()) continue;
    QStringList lines{RunText::name(run.record)};
    if (!run.record.tags.isEmpty()) lines << tr("Tags: %1").arg(run.record.tags.join(u", "_s));
    lines << QString() << run.record.note;
    notes << lines.join(u'\n');
  }
  m_tabs->setTabText(NotesTab, notes.isEmpty() ? tr("Notes") : tr("Notes (%1)").arg(notes.size()));
  m_notes->setPlainText(notes.isEmpty()
                            ? tr("None of these runs has a note. A note is written from the menu "
                                 "of a run in the table.")
                            : notes.join(u"\n\n\n"_s));
}

void ComparePage::fitTable() {
  m_view->resizeColumnsToContents();
  m_settingsView->resizeColumnToContents(0);
  const int rows = std::min(m_table.rowCount(), 8);
  m_view->setFixedHeight(m_view->horizontalHeader()->sizeHint().height() +
                         rows * m_view->verticalHeader()->defaultSectionSize() + 4);
}

void ComparePage::copy(const QTableView* view) {
  QStringList lines;
  for (const QModelIndex& row : view->selectionModel()->selectedRows()) {
    QStringList cells;
    for (int column = 0; column < view->model()->columnCount(); ++column)
      cells << row.siblingAtColumn(column).data().toString();
    lines << cells.join(u'\t');
  }
  QApplication::clipboard()->setText(lines.join(u'\n'));
}

}  // namespace trainyard
