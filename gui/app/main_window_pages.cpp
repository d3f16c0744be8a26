// SPDX-License-Identifier: GPL-3.0-or-later
// What the pages of the main window ask of each other.
#include "gui/app/main_window.h"

#include <QLocale>
#include <QMenu>
#include <algorithm>

#include "gui/app/bell_button.h"
#include "gui/app/call_outs.h"
#include "gui/app/consent_notices.h"
#include "gui/app/pane_focus.h"
#include "gui/app/rail.h"
#include "gui/app/window_help.h"
#include "gui/clusters/clusters_page.h"
#include "gui/experiments/document_bar.h"
#include "gui/experiments/experiment_page.h"
#include "gui/experiments/experiment_tabs.h"
#include "gui/experiments/file_drop.h"
#include "gui/experiments/target_chooser.h"
#include "gui/files/files_page.h"
#include "gui/forms/form_view.h"
#include "gui/forms/message_bar.h"
#include "gui/help/own_runs.h"
#include "gui/home/home_page.h"
#include "gui/look/keep_translated.h"
#include "gui/queue/queue_page.h"
#include "gui/runs/runs_page.h"
#include "gui/studies/studies_page.h"
#include "gui/targets/practice_start.h"

using namespace Qt::StringLiterals;

namespace trainyard {

void MainWindow::connectPages() {
  connect(m_queue, &QueuePage::runRequested, this, [this](const QString& run) {
    m_runs->showRun(run);
    showPage(m_runs);
  });
  connect(m_queue, &QueuePage::clusterWanted, this, [this] { emit m_home->clusterWanted({}); });
  connect(m_runs, &RunsPage::presetWanted, this, [this] { showPage(m_home); });
  // A submission may fail while the user is already on another page.
  connect(m_experiments, &ExperimentTabs::failed, this, [this](const QString& sentence) {
    if (m_pages->currentWidget() != m_experiments)
      noticesOf(m_pages->currentWidget())->showError(sentence);
  });
  connect(m_experiments, &ExperimentTabs::titleChanged, this, &MainWindow::showTitle);
  connect(m_experiments, &ExperimentTabs::submissionBegan, this,
          [this] { m_actsAtSubmit = m_acts; });
  connect(m_experiments, &ExperimentTabs::submitted, this, &MainWindow::showSubmitted);
  connect(m_experiments, &ExperimentTabs::studySubmitted, this, &MainWindow::showStudy);
  connect(m_experiments, &ExperimentTabs::refused, this, [this] {
    if (m_acts == m_actsAtSubmit) showPage(m_experiments);
  });
  connect(m_runs, &RunsPage::openExperimentRequested, this,
          [this](const ExperimentCopy& copy) { m_experiments->openCopy(copy); });
  connect(m_runs, &RunsPage::clusterRequested, this,
          [this](const QString& cluster) { goTo(u"clusters/"_s + cluster); });
  connect(m_runs, &RunsPage::addressChanged, this, [this](const QString& address) {
    if (m_pages->currentWidget() == m_runs && !m_isMoving)
      m_history.visit(address.isEmpty() ? u"runs"_s : u"runs/"_s + address);
  });
  connect(m_experiments, &ExperimentTabs::opened, this, [this] { showPage(m_experiments); });
  connect(new FileDrop(this), &FileDrop::dropped, this,
          [this](const QStringList& paths) { m_experiments->open(paths); });
}

void MainWindow::showSubmitted(const QString& run, const QString& original, bool isSearch) {
  if (!original.isEmpty()) m_runs->noteOriginal(run, original);
  if (isSearch) return showSearch(run);
  const auto show = [this, run] {
    m_runs->showRun(run);
    showPage(m_runs);
  };
  if (m_acts == m_actsAtSubmit) return show();
  noticesOf(m_pages->currentWidget())
      ->showInfo(tr("The experiment is submitted."), {{tr("Show the run"), show}});
}

void MainWindow::showStudy(const QString& study, int numRuns) {
  const auto show = [this, study] {
    m_runs->showStudy(study);
    showPage(m_runs);
  };
  if (m_acts == m_actsAtSubmit) return show();
  noticesOf(m_pages->currentWidget())
      ->showInfo(tr("%1 runs are submitted as a study.").arg(numRuns), {{tr("Show them"), show}});
}

void MainWindow::connectStudies() {
  connect(m_experiments, &ExperimentTabs::searchStarted, this, &MainWindow::showSearch);
  connect(m_studies, &StudiesPage::openExperimentRequested, this,
          [this](const ExperimentCopy& copy) { m_experiments->openCopy(copy); });
  connect(m_studies, &StudiesPage::runRequested, this,
          [this](const QString& run) { goTo(u"runs/"_s + run); });
  connect(m_studies, &StudiesPage::experimentWanted, this, [this] { showPage(m_experiments); });
  connect(m_studies, &StudiesPage::addressChanged, this, [this](const QString& address) {
    if (m_pages->currentWidget() == m_studies && !m_isMoving)
      m_history.visit(address.isEmpty() ? u"studies"_s : u"studies/"_s + address);
  });
  connect(m_runs, &RunsPage::studyRequested, this,
          [this](const QString& study) { goTo(u"studies/"_s + study); });
}

void MainWindow::showSearch(const QString& study) {
  const auto show = [this, study] { goTo(u"studies/"_s + study); };
  if (m_acts == m_actsAtSubmit) return show();
  noticesOf(m_pages->currentWidget())
      ->showInfo(tr("The search has started."), {{tr("Show the study"), show}});
}

void MainWindow::connectHome() {
  connect(m_home, &HomePage::presetWanted, m_experiments, &ExperimentTabs::openPreset);
  connect(m_home, &HomePage::sampleMade, m_experiments, &ExperimentTabs::runFile);
  connect(m_home, &HomePage::studySampleMade, this, [this](const QString& document) {
    m_experiments->openWith(document, u"optimizer.learning_rate"_s, u"1e-4, 3e-4, 1e-3"_s);
  });
  connect(m_home, &HomePage::newWanted, m_experiments, &ExperimentTabs::startNew);
  connect(m_home, &HomePage::openWanted, this, [this] { m_experiments->askOpen(); });
  connect(m_home, &HomePage::importWanted, this, [this] { m_experiments->askImport(); });
  connect(m_home, &HomePage::filesWanted, m_experiments, &ExperimentTabs::askOpen);
  connect(m_home, &HomePage::settingsWanted, m_experiments, &ExperimentTabs::askImport);
  connect(m_home, &HomePage::dataWanted, this, [this] {
    m_experiments->startNew();
    experimentPage()->sides()->formView()->jumpTo(u"data.train"_s);
  });
  connect(m_home, &HomePage::fileWanted, this,
          [this](const QString& path) { m_experiments->open({path}); });
  connect(m_home, &HomePage::runWanted, this,
          [this](const QString& run) { goTo(u"runs/"_s + run); });
  connect(m_home, &HomePage::runsWanted, this, [this] { goTo(u"runs"_s); });
  connect(m_home, &HomePage::clusterWanted, this, [this](const QString& cluster) {
    goTo(u"clusters/"_s + cluster);
    if (cluster.isEmpty()) m_clusters->add();
  });
  const auto showRecent = [this] { m_home->showRecent(DocumentFiles::recent()); };
  connect(m_experiments, &ExperimentTabs::opened, m_home, showRecent);
  connect(m_experiments, &ExperimentTabs::saved, m_home, showRecent);
  showRecent();
}

// Home and the rail show runs, too: read from the model that the page of runs fills.
void MainWindow::connectRuns(StoreReader* reader) {
  const auto show = [this] { noteOpenRuns(); };
  connect(reader, &StoreReader::runsRead, this, show, Qt::QueuedConnection);
  connect(reader, &StoreReader::someRead, this, show, Qt::QueuedConnection);
  connect(&m_targets, &TargetList::changed, this, &MainWindow::showClusters);
  connect(&m_freeGpus, &FreeGpus::changed, this, &MainWindow::showClusters);
  const auto showViews = [this] { m_rail->showViews(RunsPage::viewNames()); };
  connect(m_runs, &RunsPage::viewsChanged, this, showViews);
  connect(m_rail, &Rail::viewChosen, this, [this](const QString& name) {
    showPage(m_runs);
    m_runs->showView(name);
  });
  showViews();
  connect(m_rail, &Rail::clusterChosen, this,
          [this](const QString& name) { goTo(u"clusters/"_s + name); });
}

void MainWindow::showClusters() {
  m_rail->showClusters(m_targets.targets(),
                       [this](const QString& name) { return m_freeGpus.words(name); });
}

// Once it is there, the experiment that is shown runs on it.
void MainWindow::connectPractice() {
  const PracticeStart* practice = m_targets.practice();
  connect(practice, &PracticeStart::failed, this, [this](const QString& sentence) {
    noticesOf(m_pages->currentWidget())->showError(sentence);
  });
  connect(practice, &PracticeStart::started, this, [this](const QString& target) {
    experimentPage()->bar()->target()->choose(target);
    noticesOf(m_pages->currentWidget())
        ->showInfo(tr("The practice cluster runs, and is chosen for the experiment."),
                   {{tr("Show the experiment"), [this] { showPage(m_experiments); }}});
  });
}

void MainWindow::connectFiles() {
  const auto show = [this](const QString& target, const QString& folder) {
    showPage(m_files);
    m_files->open(target, folder);
  };
  connect(m_runs, &RunsPage::filesRequested, this, show);
  connect(m_queue, &QueuePage::fileRequested, this, show);
  connect(m_clusters, &ClustersPage::filesRequested, this, show);
  connect(m_files, &FilesPage::addressChanged, this, [this](const QString& address) {
    if (m_pages->currentWidget() == m_files && !m_isMoving) m_history.visit(u"files/"_s + address);
  });
}

void MainWindow::connectConsents() {
  m_consents = new ConsentNotices(m_client, this, m_rail->bell(), m_notifications,
                                  [this] { return noticesOf(m_pages->currentWidget()); });
  m_consents->setParent(this);
  connect(m_consents, &ConsentNotices::experimentWanted, m_experiments, &ExperimentTabs::openCopy);
  connectCallOuts();
}

// At the very first start, and whenever somebody asks for them.
void MainWindow::connectCallOuts() {
  const bool isFirst = CallOuts::isFirstStart();
  const int clusters = static_cast<int>(m_inOrder.indexOf(m_clusters));
  m_callOuts = new CallOuts(
      this, m_home->fourThings(),
      {m_rail->searchRow(), m_rail->placeRow(clusters), m_home->dropPlace(), m_rail->helpButton()});
  m_fourThings = m_rail->menu()->addAction(QString(), this, [this] {
    showPage(m_home);
    m_callOuts->begin();
  });
  look::keepTranslated(this, [this] { m_fourThings->setText(tr("Four things to know")); });
  if (isFirst) m_callOuts->begin();
}

void MainWindow::connectHelp() {
  connect(m_help, &WindowHelp::fieldWanted, this, [this](const QString& path) {
    showPage(m_experiments);
    experimentPage()->sides()->goToSetting(path);
  });
  connect(m_rail, &Rail::helpWanted, this, [this] { m_help->show(helpOfPage()); });
  m_help->restore();
}

HelpTopic MainWindow::helpOfPage() const {
  // As they are called in the help, which is in English.
  static const QStringList headings{u"home-ctrl1"_s,    u"experiments-ctrl2"_s, u"runs-ctrl3"_s,
                                    u"studies-ctrl4"_s, u"queue-ctrl5"_s,       u"clusters-ctrl6"_s,
                                    u"files-ctrl7"_s};
  return HelpTopic::part(u"desktop.md#"_s + headings.value(m_pages->currentIndex()));
}

RunKind MainWindow::kindOfExperiment() {
  const FormModel* form = experimentPage()->model()->form();
  const auto value = [&](const char* path) {
    return form->valuesOf(form->rowOf(QLatin1String(path))).value(0);
  };
  return {value("workload"), value("model.kind")};
}

void MainWindow::moveToNextPane(int by) {
  moveToPane(m_rail, m_pages->currentWidget(), m_help->pane(), by);
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
