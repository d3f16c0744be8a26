// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/run_view.h"

#include <QApplication>
#include <QCoreApplication>
#include <QDesktopServices>
#include <QEvent>
#include <QFileInfo>
#include <QLabel>
#include <QMessageBox>
#include <QPointer>
#include <QProgressBar>
#include <QPushButton>
#include <QStackedWidget>
#include <QTabBar>
#include <QTabWidget>
#include <QTableView>
#include <QThreadPool>
#include <QTimer>
#include <QUrl>
#include <QVBoxLayout>

#include "engine/system/unix_time.h"
#include "gui/charts/plot_grid.h"
#include "gui/forms/elided_label.h"
#include "gui/forms/plain_table.h"
#include "gui/look/ink.h"
#include "gui/look/type.h"
#include "gui/runs/fetch_dialog.h"
#include "gui/runs/logs/log_view.h"
#include "gui/runs/results_view.h"
#include "gui/runs/run_buttons.h"
#include "gui/runs/run_facts.h"
#include "gui/runs/run_model.h"
#include "gui/runs/run_text.h"
#include "gui/runs/state_mark.h"
#include "gui/targets/target_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

enum RunTab { CurvesTab, ResultsTab, OutputTab, MessagesTab, MachineTab, CheckpointsTab, AboutTab };

constexpr int linesOfWhere = 2;

QLabel* runLabel() {
  auto* label = new QLabel;
  label->setTextFormat(Qt::PlainText);
  return label;
}

}  // namespace

RunView::RunView(RunModel* run, RunActions* actions, TargetList* targets, QWidget* parent)
    : QWidget(parent),
      m_run(run),
      m_actions(actions),
      m_targets(targets),
      m_pages(new QStackedWidget),
      m_empty(runLabel()),
      m_name(new ElidedLabel),
      m_state(runLabel()),
      m_mark(runLabel()),
      m_where(new ElidedLabel(linesOfWhere)),
      m_facts(new ElidedLabel),
      m_about(new QLabel),
      m_progress(new QProgressBar),
      m_buttons(new RunButtons(run, actions)),
      m_tabs(new QTabWidget),
      m_messageCount(runLabel()),
      m_curves(new PlotGrid(&run->curves())),
      m_results(new ResultsView(run, actions)),
      m_machine(new PlotGrid(&run->system())) {
  auto* body = new QWidget;
  auto* column = new QVBoxLayout(body);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(buildHead());
  buildTabs();
  column->addWidget(m_tabs, 1);
  m_empty->setAlignment(Qt::AlignCenter);
  m_empty->setWordWrap(true);
  m_empty->setMargin(30);
  m_empty->setForegroundRole(QPalette::PlaceholderText);
  m_pages->addWidget(m_empty);
  m_pages->addWidget(body);
  auto* outer = new QVBoxLayout(this);
  outer->setContentsMargins(0, 0, 0, 0);
  outer->addWidget(m_pages);

  connect(m_run, &RunModel::chosen, this, &RunView::showRun);
  connect(m_run, &RunModel::recordChanged, this, &RunView::showState);
  connect(m_targets, &TargetList::changed, this, &RunView::showState);
  m_curves->setPaired(true);
  m_machine->setPaired(true);
  for (PlotGrid* grid : {m_curves, m_machine}) {
    connect(grid, &PlotGrid::failed, this, &RunView::failed);
    connect(grid, &PlotGrid::done, this, &RunView::done);
  }
  connect(m_results, &ResultsView::failed, this, &RunView::failed);
  connect(m_results, &ResultsView::done, this, &RunView::done);
  connect(&m_run->messages(), &QAbstractItemModel::modelReset, this, &RunView::showState);
  connect(&m_run->messages(), &QAbstractItemModel::rowsInserted, this, &RunView::showState);
  auto* clock = new QTimer(this);
  clock->setInterval(1000);
  connect(clock, &QTimer::timeout, this, [this] {
    if (isVisible() && isOpen(m_run->record().state)) showState();
  });
  clock->start();
  retranslate();
  showRun();
}

QWidget* RunView::buildHead() {
  auto* head = new QWidget;
  auto* column = new QVBoxLayout(head);
  column->setContentsMargins(14, 12, 14, 8);
  column->setSpacing(6);
  m_name->setFont(look::font(look::Role::page));
  m_state->setFont(look::font(look::Role::emphasis));
  m_mark->setForegroundRole(QPalette::PlaceholderText);
  m_facts->setForegroundRole(QPalette::PlaceholderText);
  m_facts->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  m_progress->setTextVisible(false);
  m_progress->setFixedHeight(6);
  m_progress->setRange(0, 1000);
  QSizePolicy kept = m_progress->sizePolicy();
  kept.setRetainSizeWhenHidden(true);
  m_progress->setSizePolicy(kept);
  auto* title = new QHBoxLayout;
  title->setSpacing(10);
  title->addWidget(m_name);
  title->addWidget(m_state);
  title->addStretch(1);
  title->addWidget(m_mark);
  column->addLayout(title);
  column->addWidget(m_buttons);
  column->addWidget(m_where);
  column->addWidget(m_progress);
  column->addWidget(m_facts);
  connect(m_buttons, &RunButtons::fetchRequested, this, &RunView::askFetch);
  connect(m_buttons, &RunButtons::removeRequested, this, &RunView::askRemove);
  connect(m_buttons, &RunButtons::folderRequested, this, &RunView::openFolder);
  connect(m_buttons, &RunButtons::experimentRequested, this, [this](const RunRecord& run) {
    emit openExperimentRequested(RunButtons::experimentOf(run));
  });
  return head;
}

void RunView::buildTabs() {
  m_tabs->setDocumentMode(true);
  m_log = new LogView(m_run, m_actions);
  m_tabs->insertTab(CurvesTab, m_curves, {});
  m_tabs->insertTab(ResultsTab, m_results, {});
  m_tabs->insertTab(OutputTab, m_log, {});
  m_tabs->insertTab(MessagesTab, plainTable(&m_run->messages(), MessagesModel::TextColumn), {});
  m_tabs->insertTab(MachineTab, m_machine, {});
  m_tabs->insertTab(CheckpointsTab, plainTable(&m_run->checkpoints(), CheckpointsModel::PathColumn),
                    {});
  m_tabs->insertTab(AboutTab, buildAbout(), {});
  // With a fixed width, so that the following tabs do not move when a message arrives.
  m_messageCount->setFixedWidth(m_messageCount->fontMetrics().horizontalAdvance(u"0000"_s));
  m_messageCount->setForegroundRole(QPalette::PlaceholderText);
  m_tabs->tabBar()->setTabButton(MessagesTab, QTabBar::RightSide, m_messageCount);
}

QWidget* RunView::buildAbout() {
  auto* page = new QWidget;
  auto* column = new QVBoxLayout(page);
  column->setContentsMargins(14, 12, 14, 12);
  m_about->setTextFormat(Qt::RichText);
  m_about->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  m_about->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  m_about->setWordWrap(true);
  column->addWidget(m_about, 1);
  return page;
}

void RunView::retranslate() {
  m_tabs->setTabText(CurvesTab, tr("Curves"));
  m_tabs->setTabText(ResultsTab, tr("Results"));
  m_tabs->setTabText(OutputTab, tr("Output"));
  m_tabs->setTabText(MessagesTab, tr("Messages"));
  m_tabs->setTabText(MachineTab, tr("Machine"));
  m_tabs->setTabText(CheckpointsTab, tr("Checkpoints"));
  m_tabs->setTabText(AboutTab, tr("About"));
  m_mark->setToolTip(
      tr("It stays selected; clear the search, or choose all states, to see its row."));
  m_progress->setAccessibleName(tr("Progress of the run"));
  m_machine->setEmptyText(
      tr("CPU, memory and GPU use appear here every 5 seconds while the run is active."));
  setAwaiting(m_isAwaiting);
  setListed(m_isListed);
  showState();
}

bool RunView::findInOutput() {
  const QWidget* focus = QApplication::focusWidget();
  if (!m_log->isVisible() || !focus || !isAncestorOf(focus)) return false;
  m_log->enterFind();
  return true;
}

void RunView::setListed(bool isListed) {
  m_isListed = isListed;
  m_mark->setText(isListed || m_run->isGone() ? QString() : tr("Not among the runs found"));
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
  m_curves->setExportName(m_run->record().name);
  m_results->setExportName(tr("%1 results").arg(m_run->record().name));
  m_machine->setExportName(tr("%1 machine").arg(m_run->record().name));
}

void RunView::showState() {
  const RunRecord& run = m_run->record();
  m_buttons->refresh();
  if (m_run->isEmpty()) return;
  m_name->setText(RunText::name(run));
  m_state->setText(u"● "_s + (m_run->isGone() ? tr("Removed") : RunText::state(run)));
  look::setInk(m_state, stateTone(run.state));
  setListed(m_isListed);
  showWhere();
  m_curves->setEmptyText(
      isOpen(run.state) ? tr("The curves start with the first value that the run reports.")
      : run.workload == u"command"_s
          ? tr("No value was read from what this run printed. Its output is read as set by "
               "Metrics of the experiment: JSON lines, lines of a Hugging Face Trainer, or "
               "nothing.")
          : tr("This run ended before it reported a value. Its output and messages say why."));
  showProgress();
  showAbout();
  const int messages = m_run->messages().rowCount();
  m_messageCount->setText(messages > 999 ? u"999+"_s
                          : messages > 0 ? QString::number(messages)
                                         : QString());
}

void RunView::showWhere() {
  const RunRecord& run = m_run->record();
  if (m_run->isGone())
    return m_where->setText(
        tr("This run no longer exists: it was removed, or its submission was refused. The data "
           "read so far is still shown, but no actions are possible."));
  const TargetRecord* target = m_targets->find(run.target);
  const QString reach = target && isOpen(run.state) && !RunText::saysReach(run)
                            ? TargetText::reach(*target, unix_time())
                            : QString();
  m_where->setText(QStringList{RunText::summary(run), RunText::expected(run, unix_time()), reach}
                       .join(u' ')
                       .simplified());
}

void RunView::showProgress() {
  const RunRecord& run = m_run->record();
  const std::optional<ProgressReport>& transfer = m_run->transfer();
  auto progress = RunText::progress(run);
  if (transfer)
    progress = transfer->bytesTotal > 0 ? std::optional(static_cast<double>(transfer->bytesDone) /
                                                        static_cast<double>(transfer->bytesTotal))
                                        : std::nullopt;
  m_progress->setVisible(!m_run->isGone() &&
                         ((isOpen(run.state) && run.state != RunState::waiting) || transfer));
  m_progress->setRange(0, progress || !m_progress->isVisibleTo(this) ? 1000 : 0);
  if (progress) m_progress->setValue(static_cast<int>(*progress * 1000));
  m_facts->setText(RunFacts::line(*m_run, unix_time()));
}

// Only if it has changed, so that a selection in it is kept.
void RunView::showAbout() {
  const QString about = RunFacts::table(*m_run);
  if (about != m_aboutText) m_about->setText(m_aboutText = about);
}

void RunView::askFetch(const RunRecord& run) {
  auto* dialog = new FetchDialog(run, this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &FetchDialog::chosen, m_actions, &RunActions::fetch);
  dialog->show();
}

void RunView::askRemove(const RunRecord& run) {
  auto* question =
      new QMessageBox(QMessageBox::Warning, tr("Remove a run"),
                      tr("Permanently remove \"%1\"?").arg(run.name), QMessageBox::Cancel, this);
  question->setAttribute(Qt::WA_DeleteOnClose);
  question->setTextFormat(Qt::PlainText);
  question->setInformativeText(tr("Its folder %1 is deleted with checkpoints, results, curves and "
                                  "output. This cannot be undone.")
                                   .arg(run.folder));
  QPushButton* all = question->addButton(tr("Remove everything"), QMessageBox::DestructiveRole);
  QPushButton* checkpoints = question->addButton(tr("Checkpoints only"), QMessageBox::ActionRole);
  question->setDefaultButton(QMessageBox::Cancel);
  connect(all, &QPushButton::clicked, m_actions,
          [this, id = run.run] { m_actions->remove(id, RemoveWhat::all); });
  connect(checkpoints, &QPushButton::clicked, m_actions,
          [this, id = run.run] { m_actions->remove(id, RemoveWhat::checkpoints); });
  question->open();
}

// A folder on a disk that does not respond blocks a thread, not the window.
void RunView::openFolder(const RunRecord& run) {
  const auto open = [self = QPointer<RunView>(this), folder = run.folder](bool isThere) {
    if (!self) return;
    if (!isThere) return emit self->failed(tr("The folder %1 no longer exists.").arg(folder));
    if (!QDesktopServices::openUrl(QUrl::fromLocalFile(folder)))
      emit self->failed(tr("No file manager was found. The run is in %1").arg(folder));
  };
  QThreadPool::globalInstance()->start([open, folder = run.folder] {
    const bool isThere = QFileInfo::exists(folder);
    QMetaObject::invokeMethod(qApp, [open, isThere] { open(isThere); }, Qt::QueuedConnection);
  });
}

void RunView::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::LanguageChange) retranslate();
}

}  // namespace trainyard
