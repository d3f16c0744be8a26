// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/page_links.h"

#include <QLocale>
#include <algorithm>

#include "gui/app/rail.h"
#include "gui/app/window_pages.h"
#include "gui/clusters/clusters_page.h"
#include "gui/experiments/document_bar.h"
#include "gui/experiments/experiment_page.h"
#include "gui/experiments/experiment_tabs.h"
#include "gui/experiments/file_drop.h"
#include "gui/experiments/target_chooser.h"
#include "gui/files/files_page.h"
#include "gui/forms/form_view.h"
#include "gui/forms/message_bar.h"
#include "gui/home/home_page.h"
#include "gui/queue/queue_page.h"
#include "gui/runs/records/store_reader.h"
#include "gui/runs/runs_page.h"
#include "gui/studies/studies_page.h"
#include "gui/targets/practice_start.h"

using namespace Qt::StringLiterals;

namespace trainyard {

PageLinks::PageLinks(ServiceClient* client, StoreReader* reader, TargetList* targets,
                     WindowPages* pages, Rail* rail)
    : m_targets(targets), m_pages(pages), m_rail(rail), m_freeGpus(client, targets) {
  connectExperiments();
  connectSubmissions();
  connectRuns();
  connectStudies();
  connectHome();
  connectRail(reader);
  connectPractice();
  connectFiles();
}

void PageLinks::connectExperiments() {
  ExperimentTabs* experiments = m_pages->experiments();
  // A submission may fail while the user is already on another page.
  connect(experiments, &ExperimentTabs::failed, this, [this](const QString& sentence) {
    if (m_pages->currentWidget() != m_pages->experiments()) m_pages->notices()->showError(sentence);
  });
  connect(experiments, &ExperimentTabs::opened, this,
          [this] { m_pages->showPage(m_pages->experiments()); });
  const auto open = [experiments](const QStringList& paths) { experiments->open(paths); };
  connect(new FileDrop(m_pages->window()), &FileDrop::dropped, this, open);
}

void PageLinks::connectSubmissions() {
  const ExperimentTabs* experiments = m_pages->experiments();
  connect(experiments, &ExperimentTabs::submissionBegan, this,
          [this] { m_actsAtSubmit = m_pages->acts(); });
  connect(experiments, &ExperimentTabs::submitted, this, &PageLinks::showRun);
  connect(experiments, &ExperimentTabs::studySubmitted, this, &PageLinks::showStudy);
  connect(experiments, &ExperimentTabs::searchStarted, this, &PageLinks::showSearch);
  connect(experiments, &ExperimentTabs::refused, this, [this] {
    if (m_pages->acts() == m_actsAtSubmit) m_pages->showPage(m_pages->experiments());
  });
}

void PageLinks::showSubmitted(const QString& news, const QString& offer,
                              const std::function<void()>& show) {
  if (m_pages->acts() == m_actsAtSubmit) return show();
  m_pages->notices()->showInfo(news, {{offer, show}});
}

void PageLinks::showRun(const QString& run, const QString& original, bool isSearch) {
  if (!original.isEmpty()) m_pages->runs()->noteOriginal(run, original);
  if (isSearch) return showSearch(run);
  showSubmitted(tr("The experiment is submitted."), tr("Show the run"), [this, run] {
    m_pages->runs()->showRun(run);
    m_pages->showPage(m_pages->runs());
  });
}

void PageLinks::showStudy(const QString& study, int numRuns) {
  showSubmitted(tr("%1 runs are submitted as a study.").arg(numRuns), tr("Show them"),
                [this, study] {
                  m_pages->runs()->showStudy(study);
                  m_pages->showPage(m_pages->runs());
                });
}

void PageLinks::showSearch(const QString& study) {
  showSubmitted(tr("The search has started."), tr("Show the study"),
                [this, study] { m_pages->goTo(u"studies/"_s + study); });
}

void PageLinks::connectRuns() {
  const RunsPage* runs = m_pages->runs();
  connect(m_pages->queue(), &QueuePage::runRequested, this, [this](const QString& run) {
    m_pages->runs()->showRun(run);
    m_pages->showPage(m_pages->runs());
  });
  connect(m_pages->queue(), &QueuePage::clusterRequested, this,
          [this](const QString& cluster) { m_pages->goTo(u"clusters/"_s + cluster); });
  connect(m_pages->queue(), &QueuePage::clusterWanted, this,
          [this] { emit m_pages->home()->clusterWanted({}); });
  connect(runs, &RunsPage::presetWanted, this, [this] { m_pages->showPage(m_pages->home()); });
  connect(runs, &RunsPage::openExperimentRequested, m_pages->experiments(),
          &ExperimentTabs::openCopy);
  connect(runs, &RunsPage::clusterRequested, this,
          [this](const QString& cluster) { m_pages->goTo(u"clusters/"_s + cluster); });
  connect(runs, &RunsPage::studyRequested, this,
          [this](const QString& study) { m_pages->goTo(u"studies/"_s + study); });
}

void PageLinks::connectStudies() {
  const StudiesPage* studies = m_pages->studies();
  connect(studies, &StudiesPage::openExperimentRequested, m_pages->experiments(),
          &ExperimentTabs::openCopy);
  connect(studies, &StudiesPage::runRequested, this,
          [this](const QString& run) { m_pages->goTo(u"runs/"_s + run); });
  connect(studies, &StudiesPage::experimentWanted, this,
          [this] { m_pages->showPage(m_pages->experiments()); });
}

void PageLinks::connectHome() {
  HomePage* home = m_pages->home();
  ExperimentTabs* experiments = m_pages->experiments();
  connect(home, &HomePage::presetWanted, experiments, &ExperimentTabs::openPreset);
  connect(home, &HomePage::sampleMade, experiments, &ExperimentTabs::runFile);
  connect(home, &HomePage::studySampleMade, this, [experiments](const QString& document) {
    experiments->openWith(document, u"optimizer.learning_rate"_s, u"1e-4, 3e-4, 1e-3"_s);
  });
  connect(home, &HomePage::newWanted, experiments, &ExperimentTabs::startNew);
  connect(home, &HomePage::openWanted, this, [experiments] { experiments->askOpen(); });
  connect(home, &HomePage::importWanted, this, [experiments] { experiments->askImport(); });
  connect(home, &HomePage::filesWanted, experiments, &ExperimentTabs::askOpen);
  connect(home, &HomePage::settingsWanted, experiments, &ExperimentTabs::askImport);
  connect(home, &HomePage::dataWanted, this, [experiments] {
    experiments->startNew();
    experiments->current()->sides()->formView()->jumpTo(u"data.train"_s);
  });
  connect(home, &HomePage::fileWanted, this,
          [experiments](const QString& path) { experiments->open({path}); });
  connect(home, &HomePage::runWanted, this,
          [this](const QString& run) { m_pages->goTo(u"runs/"_s + run); });
  connect(home, &HomePage::runsWanted, this, [this] { m_pages->goTo(u"runs"_s); });
  connect(home, &HomePage::clusterWanted, this, [this](const QString& cluster) {
    m_pages->goTo(u"clusters/"_s + cluster);
    if (cluster.isEmpty()) m_pages->clusters()->add();
  });
  const auto showRecent = [home] { home->showRecent(DocumentFiles::recent()); };
  connect(experiments, &ExperimentTabs::opened, home, showRecent);
  connect(experiments, &ExperimentTabs::saved, home, showRecent);
  showRecent();
}

// Home and the rail show runs, too: read from the model that the page of runs fills.
void PageLinks::connectRail(StoreReader* reader) {
  const auto show = [this] { noteOpenRuns(); };
  connect(reader, &StoreReader::runsRead, this, show, Qt::QueuedConnection);
  connect(reader, &StoreReader::someRead, this, show, Qt::QueuedConnection);
  connect(m_targets, &TargetList::changed, this, &PageLinks::showClusters);
  connect(&m_freeGpus, &FreeGpus::changed, this, &PageLinks::showClusters);
  const auto showViews = [this] { m_rail->showViews(RunsPage::viewNames()); };
  connect(m_pages->runs(), &RunsPage::viewsChanged, this, showViews);
  connect(m_rail, &Rail::viewChosen, this, [this](const QString& name) {
    m_pages->showPage(m_pages->runs());
    m_pages->runs()->showView(name);
  });
  showViews();
  connect(m_rail, &Rail::clusterChosen, this,
          [this](const QString& name) { m_pages->goTo(u"clusters/"_s + name); });
}

void PageLinks::showClusters() {
  m_rail->showClusters(m_targets->targets(),
                       [this](const QString& name) { return m_freeGpus.words(name); });
}

// Once it is there, the experiment that is shown runs on it.
void PageLinks::connectPractice() {
  const PracticeStart* practice = m_targets->practice();
  connect(practice, &PracticeStart::failed, this,
          [this](const QString& sentence) { m_pages->notices()->showError(sentence); });
  connect(practice, &PracticeStart::started, this, [this](const QString& target) {
    m_pages->experiment()->bar()->target()->choose(target);
    m_pages->notices()->showInfo(
        tr("The practice cluster runs, and is chosen for the experiment."),
        {{tr("Show the experiment"), [this] { m_pages->showPage(m_pages->experiments()); }}});
  });
}

void PageLinks::connectFiles() {
  const auto show = [this](const QString& target, const QString& folder) {
    m_pages->showPage(m_pages->files());
    m_pages->files()->open(target, folder);
  };
  connect(m_pages->runs(), &RunsPage::filesRequested, this, show);
  connect(m_pages->queue(), &QueuePage::fileRequested, this, show);
  connect(m_pages->clusters(), &ClustersPage::filesRequested, this, show);
}

void PageLinks::noteOpenRuns() {
  const QList<RunRecord> runs = m_pages->runs()->runs()->all();
  const auto open = std::ranges::count_if(
      runs, [](const RunRecord& run) { return isOpen(run.state) && run.parent.isEmpty(); });
  m_rail->setNote(static_cast<int>(m_pages->inOrder().indexOf(m_pages->runs())),
                  open > 0 ? QLocale().toString(open) : QString());
  m_pages->home()->showRuns(runs);
  m_pages->queue()->showRuns(runs);
}

}  // namespace trainyard
