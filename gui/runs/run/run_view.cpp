// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/run/run_view.h"

#include <QApplication>
#include <QLabel>
#include <QShortcut>
#include <QTabBar>
#include <QTableView>
#include <QTimer>

#include "gui/charts/plot_grid.h"
#include "gui/forms/plain_table.h"
#include "gui/forms/plain_label.h"
#include "gui/forms/plain_tip.h"
#include "gui/look/icon.h"
#include "gui/look/ink.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/style.h"
#include "gui/look/type.h"
#include "gui/runs/checkpoints/checkpoints_page.h"
#include "gui/runs/devices/devices_page.h"
#include "gui/runs/devices/lanes_view.h"
#include "gui/runs/logs/log_view.h"
#include "gui/runs/moment/moment_bar.h"
#include "gui/runs/overview/overview_page.h"
#include "gui/runs/overview/run_configuration.h"
#include "gui/runs/overview/run_notes.h"
#include "gui/runs/reading/reading_frame.h"
#include "gui/runs/results/results_view.h"
#include "gui/runs/run/run_buttons.h"
#include "gui/runs/run/run_files.h"
#include "gui/runs/run/run_head.h"
#include "gui/runs/run/run_questions.h"
#include "gui/runs/records/run_model.h"
#include "gui/runs/records/run_text.h"
#include "gui/runs/samples/samples_view.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;

enum RunTab {
  OverviewTab,
  CurvesTab,
  ResultsTab,
  SamplesTab,
  LogsTab,
  DevicesTab,
  MessagesTab,
  CheckpointsTab,
  ConfigurationTab,
  FilesTab,
  NotesTab
};

// Their names in addresses, in the order of the tabs.
const QStringList runParts{
    u""_s,         u"curves"_s,      u"results"_s,       u"samples"_s, u"logs"_s, u"devices"_s,
    u"messages"_s, u"checkpoints"_s, u"configuration"_s, u"files"_s,   u"notes"_s};

// What the name of a run has at least, in pixels of the design, and what is around it.
constexpr double nameRoom = 160;

}  // namespace

RunView::RunView(RunModel* run, RunRecords* runs, StoreReader* reader, RunActions* actions,
                 TargetList* targets)
    : m_run(run),
      m_actions(actions),
      m_empty(emptyLabel()),
      m_id(plainLabel()),
      m_head(new RunHead(run, targets)),
      m_buttons(new RunButtons(run, actions)),
      m_overview(new OverviewPage(run, runs, reader)),
      m_log(new LogView(run, actions)),
      m_curves(new PlotGrid(&run->curves())),
      m_results(new ResultsView(run, actions)),
      m_samples(new SamplesView(run, runs, reader)),
      m_devices(new DevicesPage(run, actions, reader)),
      m_checkpoints(new CheckpointsPage(run, actions, targets, reader)),
      m_configuration(new RunConfiguration(run, runs, reader)),
      m_notes(new RunNotes(run, actions)) {
  auto* body = new QWidget;
  auto* column = look::columnIn(body);
  look::addAll(column, {buildTitle(), m_head});
  buildTabs(targets);
  column->addWidget(m_tabs, 1);
  column->addWidget(buildMoment(reader));
  m_pages->addWidget(m_empty);
  m_pages->addWidget(body);
  auto* outer = new QVBoxLayout(this);
  outer->setContentsMargins(0, 0, 0, 0);
  outer->addWidget(m_pages);
  connectParts(targets);
  auto* clock = new QTimer(this);
  clock->setInterval(1000);
  connect(clock, &QTimer::timeout, this, [this] {
    if (isVisible() && isOpen(m_run->record().state)) showState();
  });
  clock->start();
  look::onEvent(this, QEvent::Resize, [this] {
    m_buttons->fit(width() - m_back->sizeHint().width() - m_id->sizeHint().width() - px(nameRoom));
  });
  look::keepTranslated(this, [this] { retranslate(); });
  showRun();
}

void RunView::connectParts(const TargetList* targets) {
  connect(m_run, &RunModel::chosen, this, &RunView::showRun);
  connect(m_run, &RunModel::recordChanged, this, &RunView::showState);
  connect(m_run, &RunModel::detailChanged, this, &RunView::showTabs);
  connect(targets, &TargetList::changed, this, &RunView::showState);
  connect(m_actions, &RunActions::connectionChanged, this, &RunView::showState);
  connect(&m_run->messages(), &QAbstractItemModel::modelReset, this, &RunView::showTabs);
  connect(&m_run->messages(), &QAbstractItemModel::rowsInserted, this, &RunView::showTabs);
  m_curves->setSingleRun(true);
  connect(m_curves, &PlotGrid::failed, this, &RunView::failed);
  connect(m_curves, &PlotGrid::done, this, &RunView::done);
  connect(m_devices, &DevicesPage::failed, this, &RunView::failed);
  connect(m_devices, &DevicesPage::logRequested, this, [this](int attempt, qint64 offset) {
    m_tabs->setCurrentIndex(LogsTab);
    m_log->showPlace(attempt, offset);
  });
  connect(m_results, &ResultsView::failed, this, &RunView::failed);
  connect(m_results, &ResultsView::done, this, &RunView::done);
  connect(m_samples, &SamplesView::failed, this, &RunView::failed);
  connect(m_samples, &SamplesView::done, this, &RunView::done);
  connect(m_checkpoints, &CheckpointsPage::failed, this, &RunView::failed);
  connect(m_checkpoints, &CheckpointsPage::done, this, &RunView::done);
  connect(m_checkpoints, &CheckpointsPage::countChanged, this, &RunView::showTabs);
  connect(m_checkpoints, &CheckpointsPage::curvesRequested, this,
          [this] { m_tabs->setCurrentIndex(CurvesTab); });
  connect(m_checkpoints, &CheckpointsPage::samplesRequested, this,
          [this] { m_tabs->setCurrentIndex(SamplesTab); });
  connect(m_tabs, &QTabWidget::currentChanged, this, &RunView::partChanged);
  connectQuestions();
  connectOverview();
}

void RunView::connectQuestions() {
  auto* questions = new RunQuestions(m_actions, this);
  connect(m_buttons, &RunButtons::fetchRequested, questions, &RunQuestions::askFetch);
  connect(m_buttons, &RunButtons::removeRequested, questions, &RunQuestions::askRemove);
  connect(m_buttons, &RunButtons::folderRequested, questions, &RunQuestions::openFolder);
  connect(questions, &RunQuestions::failed, this, &RunView::failed);
  connect(questions, &RunQuestions::openExperimentRequested, this,
          &RunView::openExperimentRequested);
  connect(m_devices, &DevicesPage::profileRequested, this,
          [this, questions] { questions->openProfile(m_run->record()); });
}

void RunView::connectOverview() {
  const auto goes = [this](auto signal, RunTab tab) {
    connect(m_overview, signal, this, [this, tab] { m_tabs->setCurrentIndex(tab); });
  };
  goes(&OverviewPage::checkpointsWanted, CheckpointsTab);
  goes(&OverviewPage::curvesWanted, CurvesTab);
  connect(m_overview, &OverviewPage::logWanted, this, [this] {
    m_tabs->setCurrentIndex(LogsTab);
    m_log->showError();
  });
  connect(m_overview, &OverviewPage::notesWanted, this, [this] {
    m_tabs->setCurrentIndex(NotesTab);
    m_notes->edit();
  });
  connect(m_overview, &OverviewPage::configurationWanted, this, [this](const QString& other) {
    m_tabs->setCurrentIndex(ConfigurationTab);
    m_configuration->compareWith(other);
  });
  connect(m_overview, &OverviewPage::resumeWanted, m_buttons, &RunButtons::resumeShown);
  connect(m_overview, &OverviewPage::experimentWanted, this,
          [this](const QList<std::pair<QString, QString>>& values) {
            const RunRecord& run = m_run->record();
            emit openExperimentRequested({RunText::experiment(run), values, run.run});
          });
  connect(m_overview, &OverviewPage::runWanted, this, &RunView::runWanted);
  connect(m_overview, &OverviewPage::studyWanted, this, &RunView::studyWanted);
  connect(m_overview, &OverviewPage::clusterWanted, this, &RunView::clusterWanted);
}

// Below all tabs. What is later than the moment is shown as such; the head speaks of now.
QWidget* RunView::buildMoment(const StoreReader* reader) {
  auto* bar = new MomentBar(m_run, reader);
  auto* keys = new QShortcut(QKeySequence(u"Ctrl+Shift+T"_s), this);
  connect(keys, &QShortcut::activated, bar, &MomentBar::open);
  connect(m_buttons, &RunButtons::momentRequested, bar, &MomentBar::open);
  connect(bar, &MomentBar::momentChanged, this,
          [this](std::optional<double> time, std::optional<qint64> step) {
            // Before its first step, all that was drawn is later.
            const std::optional<double> place =
                time ? std::optional(static_cast<double>(step.value_or(0))) : std::nullopt;
            m_curves->setMoment(place);
            m_overview->setMoment(place);
            m_devices->lanes()->choose(time);
          });
  return bar;
}

QWidget* RunView::buildTitle() {
  auto* title = new QWidget;
  title->setFixedHeight(px(52));
  auto* row = look::rowIn(title, px(8), {px(12), 0, px(12), 0});
  m_back->setIcon(look::icon(u"chevron-left"_s));
  look::setKind(m_back, look::quietKind);
  title->setAutoFillBackground(true);
  title->setBackgroundRole(QPalette::Base);
  m_name->setFont(look::font(look::Role::page));
  m_name->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  m_id->setFont(look::font(look::Role::code));
  m_id->setTextInteractionFlags(Qt::TextSelectableByMouse);
  look::setInk(m_id, [](const look::Tokens& t) { return t.text3; });
  look::addAll(row, {m_back, {m_name, 1}, m_id});
  row->addSpacing(px(12));
  row->addWidget(m_buttons);
  connect(m_back, &QPushButton::clicked, this, &RunView::backRequested);
  connect(m_buttons, &RunButtons::filesRequested, this,
          [this](const RunRecord& run) { emit filesWanted(run.target, run.folder); });
  connect(m_buttons, &RunButtons::wanted, this, &RunView::wanted);
  connect(m_buttons, &RunButtons::experimentRequested, this, [this](const RunRecord& run) {
    emit openExperimentRequested({RunText::experiment(run), {}, run.run});
  });
  return title;
}

void RunView::buildTabs(TargetList* targets) {
  m_tabs->setDocumentMode(true);
  m_tabs->insertTab(OverviewTab, m_overview, {});
  // What is read from output is told where it is looked at.
  const auto withReading = [this](QWidget* content) {
    auto* frame = new ReadingFrame(content, m_run, m_actions);
    connect(frame, &ReadingFrame::done, this, &RunView::done);
    return frame;
  };
  m_tabs->insertTab(CurvesTab, withReading(m_curves), {});
  m_tabs->insertTab(ResultsTab, m_results, {});
  m_tabs->insertTab(SamplesTab, m_samples, {});
  m_tabs->insertTab(LogsTab, withReading(m_log), {});
  m_tabs->insertTab(DevicesTab, m_devices, {});
  m_tabs->insertTab(MessagesTab, plainTable(&m_run->messages(), MessagesModel::TextColumn), {});
  m_tabs->insertTab(CheckpointsTab, m_checkpoints, {});
  m_tabs->insertTab(ConfigurationTab, m_configuration, {});
  auto* files = new RunFiles(m_run, m_actions->client(), targets);
  connect(files, &RunFiles::failed, this, &RunView::failed);
  connect(files, &RunFiles::done, this, &RunView::done);
  m_tabs->insertTab(FilesTab, files, {});
  m_tabs->insertTab(NotesTab, m_notes, {});
  // With a fixed width, so that the following tabs do not move when a number changes.
  for (const RunTab tab : {MessagesTab, CheckpointsTab}) {
    QLabel* count = plainLabel(look::Role::help);
    count->setFixedWidth(count->fontMetrics().horizontalAdvance(u"0000"_s));
    look::setInk(count, [](const look::Tokens& t) { return t.text3; });
    m_tabs->tabBar()->setTabButton(tab, QTabBar::RightSide, count);
  }
}

QString RunView::part() const { return runParts.value(m_tabs->currentIndex()); }

void RunView::showPart(const QString& part) {
  m_tabs->setCurrentIndex(static_cast<int>(std::max<qsizetype>(0, runParts.indexOf(part))));
}

void RunView::retranslate() {
  m_back->setText(tr("Runs"));
  m_tabs->setTabText(OverviewTab, tr("Overview"));
  m_tabs->setTabText(CurvesTab, tr("Curves"));
  m_tabs->setTabText(ResultsTab, tr("Results"));
  m_tabs->setTabText(SamplesTab, tr("Samples"));
  m_tabs->setTabText(LogsTab, tr("Logs"));
  m_tabs->setTabText(DevicesTab, tr("Devices"));
  m_tabs->setTabText(MessagesTab, tr("Messages"));
  m_tabs->setTabText(CheckpointsTab, tr("Checkpoints"));
  m_tabs->setTabText(ConfigurationTab, tr("Configuration"));
  m_tabs->setTabText(FilesTab, tr("Files"));
  m_tabs->setTabText(NotesTab, tr("Notes"));
  m_head->retranslate();
  setAwaiting(m_isAwaiting);
  showState();
}

bool RunView::findInOutput() {
  const QWidget* focus = QApplication::focusWidget();
  if (!m_log->isVisible() || !focus || !isAncestorOf(focus)) return false;
  m_log->enterFind();
  return true;
}

void RunView::setAwaiting(bool isAwaiting) {
  m_isAwaiting = isAwaiting;
  m_empty->setText(
      isAwaiting ? tr("The submitted run is shown here once the service has accepted it.\n\nIf "
                      "it is refused, the page of its experiment says why.")
                 : tr("Select a run to see its curves and output.\n\nA run is started from an "
                      "experiment: Ctrl+1, then Submit."));
}

void RunView::showRun() {
  m_pages->setCurrentIndex(m_run->isEmpty() ? 0 : 1);
  m_tabs->setCurrentIndex(OverviewTab);
  m_id->setText(m_run->record().run.left(8));
  m_id->setToolTip(plainTip(m_run->record().run));
  m_curves->setExportName(m_run->record().name);
  m_results->setExportName(tr("%1 results").arg(m_run->record().name));
  showTabs();
}

void RunView::showState() {
  const RunRecord& run = m_run->record();
  m_buttons->refresh();
  if (m_run->isEmpty()) return;
  m_name->setText(RunText::name(run));
  m_curves->setEmptyText(
      isOpen(run.state) ? tr("The curves start with the first value that the run reports.")
      : run.workload == u"command"_s
          ? tr("No value was read from what this run printed. Its messages say which line would "
               "do; in Logs, Change… reads the output in another way.")
          : tr("This run ended before it reported a value. Its output and messages say why."));
  m_head->refresh();
  m_overview->refresh(m_actions->isConnected());
}

void RunView::showTabs() {
  const auto show = [this](RunTab tab, qsizetype count) {
    auto* label = static_cast<QLabel*>(m_tabs->tabBar()->tabButton(tab, QTabBar::RightSide));
    label->setText(count > 999 ? u"999+"_s : count > 0 ? QString::number(count) : QString());
  };
  show(MessagesTab, m_run->messages().rowCount());
  show(CheckpointsTab, m_checkpoints->count());
}

QList<QAbstractButton*> RunView::commandButtons() const { return m_buttons->commandButtons(); }

void RunView::takeFocus() { m_tabs->tabBar()->setFocus(Qt::OtherFocusReason); }

}  // namespace trainyard
