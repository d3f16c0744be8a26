// SPDX-License-Identifier: GPL-3.0-or-later
// What the pages of the main window ask of each other.
#include "gui/app/main_window.h"

#include <QLocale>
#include <algorithm>

#include "gui/app/rail.h"
#include "gui/clusters/clusters_page.h"
#include "gui/experiments/experiment_page.h"
#include "gui/forms/message_bar.h"
#include "gui/home/home_page.h"
#include "gui/queue/queue_page.h"
#include "gui/runs/runs_page.h"

using namespace Qt::StringLiterals;

namespace trainyard {

void MainWindow::connectPages() {
  connect(m_queue, &QueuePage::runRequested, this, [this](const QString& run) {
    m_runs->showRun(run);
    showPage(m_runs);
  });
  // A submission may fail while the user is already on another page.
  connect(m_experiments, &ExperimentPage::failed, this, [this](const QString& sentence) {
    if (m_pages->currentWidget() != m_experiments)
      noticesOf(m_pages->currentWidget())->showError(sentence);
  });
  connect(m_experiments, &ExperimentPage::titleChanged, this, &MainWindow::showTitle);
  connect(m_experiments, &ExperimentPage::submissionBegan, this,
          [this] { m_actsAtSubmit = m_acts; });
  connect(m_experiments, &ExperimentPage::submitted, this, &MainWindow::showSubmitted);
  connect(m_experiments, &ExperimentPage::studySubmitted, this, &MainWindow::showStudy);
  connect(m_experiments, &ExperimentPage::refused, this, [this] {
    if (m_acts == m_actsAtSubmit) showPage(m_experiments);
  });
  connect(m_runs, &RunsPage::openExperimentRequested, this,
          [this](const ExperimentCopy& copy) { m_experiments->files()->openCopy(copy); });
  connect(m_runs, &RunsPage::clusterRequested, this,
          [this](const QString& cluster) { goTo(u"clusters/"_s + cluster); });
  connect(m_runs, &RunsPage::addressChanged, this, [this](const QString& address) {
    if (m_pages->currentWidget() == m_runs && !m_isMoving)
      m_history.visit(address.isEmpty() ? u"runs"_s : u"runs/"_s + address);
  });
  connect(m_experiments->files(), &DocumentFiles::opened, this,
          [this] { showPage(m_experiments); });
}

void MainWindow::showSubmitted(const QString& run) {
  if (const QString& original = m_experiments->files()->originalRun(); !original.isEmpty())
    m_runs->noteOriginal(run, original);
  const auto show = [this, run] {
    m_runs->showRun(run);
    showPage(m_runs);
  };
  m_experiments->notices()->dismiss();
  if (m_acts == m_actsAtSubmit) return show();
  noticesOf(m_pages->currentWidget())
      ->showInfo(tr("The experiment is submitted."), {{tr("Show the run"), show}});
}

void MainWindow::showStudy(const QString& study, int numRuns) {
  const auto show = [this, study] {
    m_runs->showStudy(study);
    showPage(m_runs);
  };
  m_experiments->notices()->dismiss();
  if (m_acts == m_actsAtSubmit) return show();
  noticesOf(m_pages->currentWidget())
      ->showInfo(tr("%1 runs are submitted as a study.").arg(numRuns), {{tr("Show them"), show}});
}

void MainWindow::connectHome() {
  connect(m_home, &HomePage::presetWanted, this, [this](const Preset& preset) {
    m_experiments->files()->whenMayLeave([this, preset] {
      m_experiments->openPreset(preset);
      showPage(m_experiments);
    });
  });
  connect(m_home, &HomePage::sampleMade, this, [this](const QString& document) {
    m_experiments->files()->whenMayLeave([this, document] { m_experiments->runFile(document); });
  });
  connect(m_home, &HomePage::studySampleMade, this, [this](const QString& document) {
    m_experiments->files()->whenMayLeave([this, document] {
      m_experiments->openWith(document, u"optimizer.learning_rate"_s, u"1e-4, 3e-4, 1e-3"_s);
    });
  });
  connect(m_home, &HomePage::newWanted, this, [this] {
    showPage(m_experiments);
    m_experiments->startNew();
  });
  connect(m_home, &HomePage::openWanted, m_experiments->files(), &DocumentFiles::askOpen);
  connect(m_home, &HomePage::importWanted, m_experiments->files(), &DocumentFiles::askImport);
  connect(m_home, &HomePage::fileWanted, this, [this](const QString& path) {
    m_experiments->files()->whenMayLeave([this, path] { m_experiments->files()->open(path); });
  });
  connect(m_home, &HomePage::runWanted, this,
          [this](const QString& run) { goTo(u"runs/"_s + run); });
  connect(m_home, &HomePage::runsWanted, this, [this] { goTo(u"runs"_s); });
  connect(m_home, &HomePage::clusterWanted, this, [this](const QString& cluster) {
    goTo(u"clusters/"_s + cluster);
    if (cluster.isEmpty()) m_clusters->add();
  });
  const auto showRecent = [this] { m_home->showRecent(DocumentFiles::recent()); };
  connect(m_experiments->files(), &DocumentFiles::opened, m_home, showRecent);
  connect(m_experiments->files(), &DocumentFiles::saved, m_home, showRecent);
  showRecent();
}

// Home and the rail show runs, too: read from the model that the page of runs fills.
void MainWindow::connectRuns(StoreReader* reader) {
  const auto show = [this] { noteOpenRuns(); };
  connect(reader, &StoreReader::runsRead, this, show, Qt::QueuedConnection);
  connect(reader, &StoreReader::someRead, this, show, Qt::QueuedConnection);
  connect(&m_targets, &TargetList::changed, this,
          [this] { m_rail->showClusters(m_targets.targets()); });
  connect(m_rail, &Rail::clusterChosen, this,
          [this](const QString& name) { goTo(u"clusters/"_s + name); });
}

void MainWindow::noteOpenRuns() {
  const QList<RunRecord> runs = m_runs->runs()->all();
  const auto open = std::ranges::count_if(
      runs, [](const RunRecord& run) { return isOpen(run.state) && run.parent.isEmpty(); });
  m_rail->setNote(static_cast<int>(m_inOrder.indexOf(m_runs)),
                  open > 0 ? QLocale().toString(open) : QString());
  m_home->showRuns(runs);
}

}  // namespace trainyard
