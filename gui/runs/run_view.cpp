#include "gui/runs/run_view.h"

#include <QDateTime>
#include <QDesktopServices>
#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QMessageBox>
#include <QProgressBar>
#include <QPushButton>
#include <QStackedWidget>
#include <QTabWidget>
#include <QTableView>
#include <QTimer>
#include <QUrl>
#include <QVBoxLayout>

#include "engine/contract/unix_time.h"
#include "gui/charts/axis_ticks.h"
#include "gui/charts/plot_grid.h"
#include "gui/forms/plain_table.h"
#include "gui/forms/quantity_words.h"
#include "gui/runs/fetch_dialog.h"
#include "gui/runs/log_view.h"
#include "gui/runs/run_model.h"
#include "gui/runs/run_words.h"
#include "gui/runs/state_delegate.h"
#include "gui/targets/target_words.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

QLabel* selectable(QLabel* label) {
  label->setTextFormat(Qt::PlainText);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  label->setWordWrap(true);
  return label;
}

// The file on this computer that the run can be begun again from: its own copy, or for a cluster's
// run the one it was made from.
QString experimentOf(const RunRecord& run) {
  return TargetList::isHere(run.target) ? run.folder + u"/experiment.yaml"_s : run.source;
}

}  // namespace

RunView::RunView(RunModel* run, RunActions* actions, TargetList* targets, QWidget* parent)
    : QWidget(parent),
      m_run(run),
      m_actions(actions),
      m_targets(targets),
      m_pages(new QStackedWidget),
      m_name(selectable(new QLabel)),
      m_state(new QLabel),
      m_reason(selectable(new QLabel)),
      m_reach(selectable(new QLabel)),
      m_facts(selectable(new QLabel)),
      m_files(new QLabel),
      m_progress(new QProgressBar),
      m_cancel(new QPushButton(tr("Cancel run"))),
      m_resume(new QPushButton(tr("Resume"))),
      m_fetch(new QPushButton(tr("&Fetch…"))),
      m_remove(new QPushButton(tr("Remove…"))),
      m_folder(new QPushButton(tr("Open folder"))),
      m_experiment(new QPushButton(tr("Edit experiment"))),
      m_tabs(new QTabWidget),
      m_curves(new PlotGrid(&run->curves())) {
  auto* body = new QWidget;
  auto* column = new QVBoxLayout(body);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(buildHead());
  m_tabs->setDocumentMode(true);
  auto* system = new PlotGrid(&run->system());
  system->setEmptyText(
      tr("Processor, memory and GPUs appear here every 5 seconds while the run is on."));
  auto* log = new LogView(run, actions);
  m_tabs->addTab(m_curves, tr("Curves"));
  m_tabs->addTab(log, tr("Output"));
  m_tabs->addTab(plainTable(&run->messages(), MessagesModel::TextColumn), tr("Messages"));
  m_tabs->addTab(system, tr("Machine"));
  m_tabs->addTab(plainTable(&run->checkpoints(), CheckpointsModel::PathColumn), tr("Checkpoints"));
  m_tabs->addTab(buildFiles(), tr("About"));
  column->addWidget(m_tabs, 1);

  auto* empty =
      new QLabel(tr("Select a run to see its curves and output.\n\nA run is started from an "
                    "experiment: Ctrl+1, then Submit."));
  empty->setAlignment(Qt::AlignCenter);
  empty->setForegroundRole(QPalette::PlaceholderText);
  m_pages->addWidget(empty);
  m_pages->addWidget(body);
  auto* outer = new QVBoxLayout(this);
  outer->setContentsMargins(0, 0, 0, 0);
  outer->addWidget(m_pages);

  connect(m_run, &RunModel::chosen, this, &RunView::showRun);
  connect(m_run, &RunModel::recordChanged, this, &RunView::showState);
  connect(m_targets, &TargetList::changed, this, &RunView::showState);
  connect(m_curves, &PlotGrid::failed, this, &RunView::failed);
  connect(&m_run->messages(), &QAbstractItemModel::modelReset, this, &RunView::showState);
  auto* clock = new QTimer(this);
  clock->setInterval(1000);
  connect(clock, &QTimer::timeout, this, [this] {
    if (isVisible() && isOpen(m_run->record().state)) showState();
  });
  clock->start();
  showRun();
}

QWidget* RunView::buildHead() {
  auto* head = new QWidget;
  auto* grid = new QGridLayout(head);
  grid->setContentsMargins(14, 12, 14, 8);
  grid->setVerticalSpacing(4);
  QFont big = font();
  big.setPointSizeF(big.pointSizeF() * 1.35);
  big.setBold(true);
  m_name->setFont(big);
  m_name->setWordWrap(false);
  QFont bold = font();
  bold.setBold(true);
  m_state->setFont(bold);
  m_facts->setForegroundRole(QPalette::PlaceholderText);
  m_progress->setTextVisible(false);
  m_progress->setFixedHeight(6);
  m_progress->setRange(0, 1000);
  auto* buttons = new QHBoxLayout;
  buttons->setSpacing(6);
  for (QPushButton* button : {m_resume, m_cancel, m_fetch, m_experiment, m_folder, m_remove})
    buttons->addWidget(button);
  m_fetch->setToolTip(tr("Bring checkpoints or results to this computer"));
  m_reach->setForegroundRole(QPalette::PlaceholderText);
  m_cancel->setToolTip(tr("Ask the run to save and stop"));
  auto* title = new QHBoxLayout;
  title->setSpacing(10);
  title->addWidget(m_name);
  title->addWidget(m_state);
  title->addStretch(1);
  title->addLayout(buttons);
  grid->addLayout(title, 0, 0);
  grid->addWidget(m_reason, 1, 0);
  grid->addWidget(m_reach, 2, 0);
  grid->addWidget(m_progress, 3, 0);
  grid->addWidget(m_facts, 4, 0);
  connect(m_cancel, &QPushButton::clicked, this,
          [this] { m_actions->cancel(m_run->record().run); });
  connect(m_resume, &QPushButton::clicked, this, [this] {
    m_actions->resume(m_run->record().run, RunWords::isLost(m_run->record())
                                               ? RunActions::Resume::again
                                               : RunActions::Resume::fromCheckpoint);
  });
  connect(m_fetch, &QPushButton::clicked, this, &RunView::askFetch);
  connect(m_remove, &QPushButton::clicked, this, &RunView::askRemove);
  connect(m_folder, &QPushButton::clicked, this, &RunView::openFolder);
  connect(m_experiment, &QPushButton::clicked, this,
          [this] { emit openExperimentRequested(experimentOf(m_run->record())); });
  return head;
}

QWidget* RunView::buildFiles() {
  auto* page = new QWidget;
  auto* column = new QVBoxLayout(page);
  column->setContentsMargins(14, 12, 14, 12);
  m_files->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  m_files->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  column->addWidget(m_files, 1);
  return page;
}

void RunView::showRun() {
  m_pages->setCurrentIndex(m_run->isEmpty() ? 0 : 1);
  m_curves->setExportName(m_run->record().name);
}

void RunView::showState() {
  const RunRecord& run = m_run->record();
  if (m_run->isEmpty()) return;
  m_name->setText(RunWords::name(run));
  m_state->setText(u"● "_s + RunWords::state(run));
  QPalette coloured = palette();
  coloured.setColor(QPalette::WindowText, stateColour(run.state));
  m_state->setPalette(coloured);
  m_reason->setText(QStringList{RunWords::sentence(run), RunWords::expected(run, unix_time())}
                        .join(u' ')
                        .trimmed());
  const TargetRecord* target = m_targets->find(run.target);
  // The service may have said it already.
  const QString reach = target && isOpen(run.state) && !run.reason.contains(u"shown as of")
                            ? TargetWords::reach(*target, unix_time())
                            : QString();
  m_reach->setText(reach);
  m_reach->setVisible(!reach.isEmpty());
  m_curves->setEmptyText(
      isOpen(run.state)
          ? tr("The curves begin with the first value that the run reports.")
          : tr("This run ended before it reported a value. Its output and messages say why."));
  showProgress();
  showButtons();
  showAbout();
  const int messages = m_run->messages().rowCount();
  m_tabs->setTabText(2, messages > 0 ? tr("Messages (%1)").arg(messages) : tr("Messages"));
}

void RunView::showProgress() {
  const RunRecord& run = m_run->record();
  const std::optional<ProgressReport>& transfer = m_run->transfer();
  auto progress = RunWords::progress(run);
  if (transfer)
    progress = transfer->bytesTotal > 0 ? std::optional(static_cast<double>(transfer->bytesDone) /
                                                        static_cast<double>(transfer->bytesTotal))
                                        : std::nullopt;
  m_progress->setVisible((isOpen(run.state) && run.state != RunState::waiting) || transfer);
  m_progress->setRange(0, progress || !m_progress->isVisibleTo(this) ? 1000 : 0);
  if (progress) m_progress->setValue(static_cast<int>(*progress * 1000));
  QStringList facts;
  if (transfer) facts << RunWords::transfer(*transfer);
  if (run.step)
    facts << (run.totalSteps ? tr("step %1 of %2").arg(*run.step).arg(*run.totalSteps)
                             : tr("step %1").arg(*run.step));
  if (const auto left = m_run->timeLeft(unix_time()))
    facts << tr("%1 left").arg(QuantityWords::duration(*left));
  if (const QString elapsed = QuantityWords::duration(RunWords::elapsed(run, unix_time()));
      run.started > 0)
    facts << (isOpen(run.state) ? tr("%1 so far").arg(elapsed) : tr("took %1").arg(elapsed));
  if (run.trainLoss) facts << tr("loss %1").arg(readOut(*run.trainLoss));
  if (run.evalLoss) facts << tr("eval loss %1").arg(readOut(*run.evalLoss));
  if (run.tokensPerSecond && isOpen(run.state))
    facts << tr("%1 tokens/s").arg(QLocale().toString(*run.tokensPerSecond, 'f', 0));
  if (run.attempt > 1) facts << tr("attempt %1").arg(run.attempt);
  if (!TargetList::isHere(run.target)) facts << tr("on %1").arg(run.target);
  m_facts->setText(facts.join(u"  ·  "_s));
  m_facts->setVisible(!facts.isEmpty());
}

void RunView::showButtons() {
  const RunRecord& run = m_run->record();
  const bool isHere = TargetList::isHere(run.target), isLost = RunWords::isLost(run);
  m_cancel->setVisible(isOpen(run.state));
  m_resume->setVisible(!isOpen(run.state) && run.state != RunState::completed);
  m_resume->setText(isLost ? tr("Submit again") : tr("Resume"));
  m_resume->setToolTip(
      isLost ? tr("Its job was lost before it ran; this makes a new one for the same run")
             : tr("Go on from the last checkpoint, as a new attempt of the same run"));
  m_fetch->setVisible(!isHere && run.state != RunState::preparing);
  m_fetch->setEnabled(!m_run->transfer());
  m_remove->setEnabled(!isOpen(run.state));
  m_folder->setVisible(isHere);
  m_experiment->setEnabled(!experimentOf(run).isEmpty() &&
                           (isHere || QFileInfo::exists(experimentOf(run))));
}

void RunView::showAbout() {
  const RunRecord& run = m_run->record();
  QString about = u"<table cellspacing=6>"_s;
  const auto row = [&](const QString& name, const QString& value) {
    if (!value.isEmpty())
      about += u"<tr><td style='color:gray'>"_s + name + u"</td><td>"_s + value.toHtmlEscaped() +
               u"</td></tr>"_s;
  };
  row(tr("Run"), run.run);
  row(tr("Target"), TargetWords::name(run.target));
  row(tr("Folder"), run.folder);
  row(tr("Made from"), run.source);
  row(tr("Workload"), run.workload);
  row(tr("Tags"), run.tags.join(u", "_s));
  row(tr("Git commit"), run.gitCommit);
  row(tr("Submitted"), QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(run.created * 1000))
                           .toString(u"yyyy-MM-dd HH:mm:ss"_s));
  for (const AttemptRecord& attempt : m_run->attempts())
    row(tr("Attempt %1").arg(attempt.attempt),
        tr("from step %1, %2 processes on %3 (%4)")
            .arg(attempt.resumeStep)
            .arg(attempt.worldSize)
            .arg(attempt.nodes.join(u", "_s), attempt.device));
  if (!TargetList::isHere(run.target) && !m_run->attempts().isEmpty())
    row(tr("Slurm's job"), m_run->attempts().last().jobId);
  if (run.exitCode) row(tr("Exit code"), QString::number(*run.exitCode));
  row(tr("Cause"), run.code);
  m_files->setText(about + u"</table>"_s);
}

void RunView::askFetch() {
  auto* dialog = new FetchDialog(m_run->record(), this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &FetchDialog::chosen, m_actions, &RunActions::fetch);
  dialog->show();
}

void RunView::askRemove() {
  const RunRecord& run = m_run->record();
  QMessageBox question(QMessageBox::Warning, tr("Remove a run"),
                       tr("Remove \"%1\" for good?").arg(run.name), QMessageBox::Cancel, this);
  question.setInformativeText(tr("Its folder %1 is deleted with checkpoints, results, curves and "
                                 "output. This cannot be undone.")
                                  .arg(run.folder));
  QPushButton* all = question.addButton(tr("Remove everything"), QMessageBox::DestructiveRole);
  QPushButton* checkpoints = question.addButton(tr("Checkpoints only"), QMessageBox::ActionRole);
  question.setDefaultButton(QMessageBox::Cancel);
  question.exec();
  if (question.clickedButton() == all) m_actions->remove(run.run, RemoveWhat::all);
  if (question.clickedButton() == checkpoints) m_actions->remove(run.run, RemoveWhat::checkpoints);
}

void RunView::openFolder() {
  const QString folder = m_run->record().folder;
  if (!QFileInfo::exists(folder))
    return emit failed(tr("The folder %1 is not there any more.").arg(folder));
  if (!QDesktopServices::openUrl(QUrl::fromLocalFile(folder)))
    emit failed(tr("No program for folders was found. The run is in %1").arg(folder));
}

}  // namespace trainyard
