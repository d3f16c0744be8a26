// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/compare/compare_page.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QShortcut>
#include <QSplitter>
#include <QTableView>
#include <QTimer>

#include "gui/charts/plot_grid.h"
#include "gui/forms/plain_table.h"
#include "gui/look/card.h"
#include "gui/look/icon.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/style.h"
#include "gui/look/type.h"
#include "gui/runs/code/code_page.h"
#include "gui/runs/compare/comparison_plots.h"
#include "gui/runs/compare/comparison_sentence.h"
#include "gui/runs/compare/run_environment.h"
#include "gui/runs/compare/values_page.h"
#include "gui/runs/compare/why_card.h"
#include "gui/runs/records/run_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;

enum CompareTab { SideTab, SettingsTab, EnvironmentTab, CodeTab, NotesTab };

constexpr int compareNewsMilliseconds = 2000;

QTableView* comparedTable(QAbstractItemModel* model) {
  QTableView* view = readOnlyTable(model);
  view->horizontalHeader()->setStretchLastSection(true);
  return view;
}

}  // namespace

ComparePage::ComparePage(StoreReader* reader, TableReader* tables, ServiceClient* client)
    : m_tables(tables),
      m_curves(reader),
      m_sentence(new ComparisonSentence(client)),
      m_why(new WhyCard(&m_curves)),
      m_view(comparedTable(&m_table)),
      m_grid(new PlotGrid(&m_curves)),
      m_plots(new ComparisonPlots),
      m_settings(new ValuesPage),
      m_environment(new ValuesPage),
      m_code(new CodePage(client)),
      m_news(new QTimer(this)) {
  auto* column = look::columnIn(this);
  column->addWidget(buildHead());
  m_tabs->setDocumentMode(true);
  m_tabs->insertTab(SideTab, buildSide(), {});
  m_tabs->insertTab(SettingsTab, m_settings, {});
  m_tabs->insertTab(EnvironmentTab, m_environment, {});
  m_tabs->insertTab(CodeTab, m_code, {});
  m_tabs->insertTab(NotesTab, m_notes, {});
  m_notes->setFrameShape(QFrame::NoFrame);
  m_notes->setReadOnly(true);
  column->addWidget(m_tabs, 1);
  m_view->setItemDelegate(new ComparisonDelegate(&m_table, m_view));
  connect(m_view, &QTableView::doubleClicked, this, [this](const QModelIndex& index) {
    emit openRequested(comparison().runs()[index.row()].record.run);
  });
  connect(m_sentence, &ComparisonSentence::duplicateRequested, this,
          &ComparePage::duplicateRequested);
  connect(m_sentence, &ComparisonSentence::experimentsRequested, this,
          &ComparePage::experimentsRequested);
  connect(m_sentence, &ComparisonSentence::failed, this, &ComparePage::failed);
  connect(m_sentence, &ComparisonSentence::submitted, this, &ComparePage::addRuns);
  connect(m_sentence, &ComparisonSentence::objectiveChosen, this,
          [this] { showComparison(comparison().runs()); });
  connect(m_why, &WhyCard::stepChosen, m_grid, &PlotGrid::showStep);
  connect(m_plots, &ComparisonPlots::runChosen, this, &ComparePage::openRequested);
  connect(m_tables, &TableReader::comparisonRead, this, &ComparePage::showComparison);
  connect(m_grid, &PlotGrid::failed, this, &ComparePage::failed);
  connect(m_grid, &PlotGrid::done, this, &ComparePage::done);
  connect(m_grid, &PlotGrid::runRequested, this, &ComparePage::openRequested);
  m_news->setSingleShot(true);
  m_news->setInterval(compareNewsMilliseconds);
  connect(m_news, &QTimer::timeout, this, &ComparePage::request);
  auto* keys = new QShortcut(QKeySequence::Copy, m_view);
  keys->setContext(Qt::WidgetShortcut);
  connect(keys, &QShortcut::activated, this, [this] { copy(m_view); });
  look::onEvent(this, QEvent::Resize, [this] { fitTable(); });
  look::keepTranslated(this, [this] { retranslate(); });
}

QList<QAbstractButton*> ComparePage::commandButtons() const {
  return {m_sentence->runButton(), m_sentence->seedsButton(), m_sentence->duplicateButton(), m_copy,
          m_report};
}

// Before the curves that they show.
ComparePage::~ComparePage() {
  delete m_grid;
  delete m_why;
}

QWidget* ComparePage::buildHead() {
  auto* head = look::makePageHead(new QWidget);
  auto* row = look::rowIn(head, px(8), {px(12), 0, px(20), 0});
  m_back->setIcon(look::icon(u"chevron-left"_s));
  look::setKind(m_back, look::quietKind);
  m_copy->setIcon(look::icon(u"copy"_s));
  m_report->setIcon(look::icon(u"file-text"_s));
  look::addAll(row, {m_back, m_title, look::gap(), m_copy, m_report});
  connect(m_back, &QPushButton::clicked, this, &ComparePage::backRequested);
  connect(m_copy, &QPushButton::clicked, this, [this] {
    QApplication::clipboard()->setText(m_table.text());
    emit done(tr("The table was copied; it can be pasted into a spreadsheet."));
  });
  connect(m_report, &QPushButton::clicked, this, [this] { emit reportRequested(comparison()); });
  return head;
}

QWidget* ComparePage::buildSide() {
  auto* page = new QWidget;
  auto* column = look::columnIn(page, px(14), {px(20), px(14), px(20), px(16)});
  column->addWidget(m_sentence);
  column->addWidget(m_why);
  auto* numbers = new look::Card;
  numbers->column()->setContentsMargins(1, 1, 1, 1);
  numbers->column()->addWidget(m_view);
  column->addWidget(numbers);
  auto* panes = new QSplitter;
  panes->setHandleWidth(px(14));
  panes->addWidget(m_grid);
  panes->addWidget(m_plots);
  panes->setStretchFactor(0, 1);
  panes->setStretchFactor(1, 1);
  panes->setSizes({550, 450});  // whatever the plots' bar has room for
  column->addWidget(panes, 1);
  return page;
}

void ComparePage::retranslate() {
  m_back->setText(tr("Runs"));
  m_copy->setText(tr("Copy table"));
  m_report->setText(tr("Save report…"));
  m_tabs->setTabText(SideTab, tr("Side by side"));
  m_settings->setNames(tr("Search settings"), tr("Setting"), tr("Settings of the runs"));
  m_environment->setNames(tr("Search packages, modules, nodes"), tr("What computed it"),
                          tr("Environment of the runs"));
  m_tabs->setTabText(CodeTab, tr("Code"));
  m_view->setAccessibleName(tr("Runs that are compared"));
  m_grid->setEmptyText(tr("None of these runs has reported a value yet."));
  showComparison(comparison().runs());
}

void ComparePage::show(const QStringList& runs, const QList<int>& colours) {
  m_runs = runs;
  m_colours = colours;
  m_tabs->setCurrentIndex(SideTab);
  m_view->setFocus();
  request();
}

void ComparePage::addRuns(const QStringList& runs) {
  m_runs += runs;
  emit done(tr("%n runs are on their way; they are compared, too.", nullptr,
               static_cast<int>(runs.size())));
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
  const Comparison comparison(runs, ComparisonSentence::objective());
  m_table.show(comparison);
  m_settings->show(comparison);
  for (int i = 0; i < runs.size(); ++i)
    shown << ShownRun{runs[i].record.run, comparison.label(i), runs[i].colour,
                      isOpen(runs[i].record.state)};
  m_curves.setRuns(shown);
  m_title->setText(tr("Compare %n runs", nullptr, static_cast<int>(runs.size())));
  m_sentence->show(comparison);
  m_why->show(comparison);
  m_tabs->setTabText(SettingsTab, tr("Configuration (%1 of %2 differ)")
                                      .arg(m_settings->table()->numVarying())
                                      .arg(m_settings->table()->numSettings()));
  showEnvironment();
  m_plots->show(comparison);
  showNotes();
  fitTable();
}

void ComparePage::showEnvironment() {
  m_environment->show(RunEnvironment::compared(comparison()));
  m_tabs->setTabText(EnvironmentTab,
                     tr("Environment (%1 differ)").arg(m_environment->table()->numVarying()));
  QStringList unknown;
  QList<RunRecord> records;
  for (const ComparedRun& run : comparison().runs()) {
    records << run.record;
    if (!RunEnvironment::isKnown(run)) unknown << RunText::name(run.record);
  }
  m_environment->setNote(
      unknown.isEmpty()
          ? QString()
          : tr("The programs and packages of %1 are not known: they have not started, "
               "or an older version of Trainyard did not record them.")
                .arg(unknown.join(u", "_s)));
  m_code->show(records, comparison().baseline());
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
