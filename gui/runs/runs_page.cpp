// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/runs_page.h"

#include <QShortcut>
#include <QTimer>
#include <QVBoxLayout>
#include <utility>

#include "gui/runs/chosen_actions.h"
#include "gui/runs/compare/compare_page.h"
#include "gui/runs/run/run_view.h"
#include "gui/runs/table/run_table_view.h"
#include "gui/runs/table/run_views.h"
#include "gui/runs/table/run_workspace.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

// How often the page of an open run reads what does not arrive live.
constexpr int runNewsMilliseconds = 1000;
const QString comparePrefix = u"compare/"_s;

}  // namespace

RunsPage::RunsPage(ServiceClient* client, StoreReader* reader, TargetList* targets)
    : m_client(client),
      m_reader(reader),
      m_tables(reader->path()),
      m_actions(new RunActions(client, this)),
      m_chosen(new ChosenActions(m_actions, &m_tables, this)),
      m_run(reader),
      m_view(new RunView(&m_run, &m_records, reader, m_actions, targets)),
      m_workspace(new RunWorkspace(reader, &m_tables, &m_records, m_actions)),
      m_compare(new ComparePage(reader, &m_tables, client)),
      m_newsTimer(new QTimer(this)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(m_parts);
  m_parts->addWidget(m_workspace);
  m_parts->addWidget(m_view);
  m_parts->addWidget(m_compare);
  connectReader();
  connectClient();
  connectParts();
  m_newsTimer->setInterval(runNewsMilliseconds);
  m_newsTimer->setSingleShot(true);
  connect(m_newsTimer, &QTimer::timeout, this, &RunsPage::requestNews);
  // While the output is shown, the search is in the output.
  connect(new QShortcut(QKeySequence::Find, this), &QShortcut::activated, this, [this] {
    if (m_parts->currentIndex() == RunPart) {
      m_view->findInOutput();
      return;
    }
    goTo({});
    m_workspace->enterSearch();
  });
  m_reader->requestRuns();
}

// Its parts end before what they show, which are members.
RunsPage::~RunsPage() { delete m_parts; }

void RunsPage::connectReader() {
  connect(m_reader, &StoreReader::failed, this, &RunsPage::failed);
  connect(m_reader, &StoreReader::runsRead, this, [this](const QList<RunRecord>& runs) {
    m_records.setRuns(runs);
    if (!std::exchange(m_isFilled, true)) emit filled();
    if (!m_run.isEmpty() && !m_records.find(m_run.record().run)) m_run.markGone(m_run.record().run);
    if (!m_wanted.isEmpty()) open(m_wanted);
  });
  connect(m_reader, &StoreReader::someRead, this,
          [this](const QList<RunRecord>& runs, const QStringList& gone) {
            m_records.update(runs);
            m_records.remove(gone);
            for (const RunRecord& run : runs) {
              m_run.showRecord(run);
              if (const QString original = m_originals.take(run.run); !original.isEmpty())
                noteOriginal(run.run, original);
            }
            if (gone.contains(m_run.record().run)) m_run.markGone(m_run.record().run);
            if (!m_wanted.isEmpty()) open(m_wanted);
          });
  connect(m_reader, &StoreReader::detailRead, &m_run, &RunModel::showDetail);
  connect(m_reader, &StoreReader::detailRead, this, &RunsPage::answerStudy);
  connect(&m_records, &RunRecords::changed, m_compare, &ComparePage::refresh);
}

void RunsPage::connectClient() {
  connect(m_client, &ServiceClient::runsChanged, this, [this](const QStringList& runs) {
    m_reader->requestRuns(runs);
    m_run.curves().refresh(runs);
    if (runs.contains(m_run.record().run) && !m_newsTimer->isActive()) m_newsTimer->start();
  });
  connect(m_client, &ServiceClient::messageArrived, &m_run, &RunModel::addMessage);
  connect(m_client, &ServiceClient::progressArrived, this, [this](const ProgressReport& report) {
    m_records.showTransfer(report);
    const RunRecord* run = m_records.find(report.run);
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

void RunsPage::connectParts() {
  connect(m_view, &RunView::failed, this, &RunsPage::failed);
  connect(m_view, &RunView::done, this, &RunsPage::done);
  connect(m_view, &RunView::openExperimentRequested, this, &RunsPage::openExperimentRequested);
  connect(m_view, &RunView::backRequested, this, [this] { goTo({}); });
  connect(m_view, &RunView::runWanted, this, &RunsPage::goTo);
  connect(m_view, &RunView::clusterWanted, this, &RunsPage::clusterRequested);
  connect(m_view, &RunView::filesWanted, this, &RunsPage::filesRequested);
  connect(m_view, &RunView::studyWanted, this, [this](const QString& study) {
    if (study == m_run.search()) return void(emit studyRequested(study));
    showStudy(study);
  });
  connect(m_view, &RunView::partChanged, this, [this] {
    if (m_parts->currentIndex() == RunPart) emit addressChanged(address());
  });
  connect(m_view, &RunView::wanted, this,
          [this](RunActionBar::Act what, const RunRecord& run) { act(what, {run}); });
  connect(m_actions, &RunActions::failed, this, &RunsPage::failed);
  connect(m_actions, &RunActions::done, this, &RunsPage::done);
  connectTable();
  connectComparison();
}

void RunsPage::act(RunActionBar::Act act, const QList<RunRecord>& runs) {
  QStringList names;
  for (const RunRecord& run : runs) names << run.run;
  if (act == RunActionBar::Act::report)
    saveReport(names);
  else if (act == RunActionBar::Act::study)
    askStudy(runs.front());
  else
    m_chosen->act(act, runs);
}

void RunsPage::connectTable() {
  connect(m_chosen, &ChosenActions::failed, this, &RunsPage::failed);
  connect(m_chosen, &ChosenActions::done, this, &RunsPage::done);
  connect(m_chosen, &ChosenActions::duplicateRequested, this,
          [this](const QString& path, const QString& run) {
            emit openExperimentRequested({path, {}, run});
          });
  connect(m_workspace, &RunWorkspace::openRequested, this, &RunsPage::goTo);
  connect(m_workspace, &RunWorkspace::compareRequested, this, &RunsPage::compare);
  connect(m_workspace, &RunWorkspace::failed, this, &RunsPage::failed);
  connect(m_workspace, &RunWorkspace::projectsChanged, m_chosen, &ChosenActions::setProjects);
  connect(m_workspace, &RunWorkspace::viewsChanged, this, &RunsPage::viewsChanged);
  connect(m_workspace, &RunWorkspace::done, this, &RunsPage::done);
  connect(m_workspace, &RunWorkspace::presetWanted, this, &RunsPage::presetWanted);
  connect(m_workspace, &RunWorkspace::wanted, this, &RunsPage::act);
}

void RunsPage::connectComparison() {
  connect(m_compare, &ComparePage::backRequested, this, [this] { goTo({}); });
  connect(m_compare, &ComparePage::openRequested, this, &RunsPage::goTo);
  connect(m_compare, &ComparePage::failed, this, &RunsPage::failed);
  connect(m_compare, &ComparePage::done, this, &RunsPage::done);
  connect(m_compare, &ComparePage::duplicateRequested, this, [this](const QString& run) {
    if (const RunRecord* record = m_records.find(run))
      m_chosen->act(RunActionBar::Act::duplicate, {*record});
  });
  connect(m_compare, &ComparePage::experimentsRequested, this,
          [this](const QList<ExperimentCopy>& copies) {
            for (const ExperimentCopy& copy : copies) emit openExperimentRequested(copy);
          });
  connect(m_compare, &ComparePage::reportRequested, this,
          [this] { saveReport(m_compare->runs()); });
}

QList<QAbstractButton*> RunsPage::commandButtons() const {
  return m_view->commandButtons() + m_compare->commandButtons();
}

QList<int> RunsPage::coloursOf(const QStringList& runs) const {
  QList<int> colours;
  for (const QString& run : runs) colours << m_workspace->model()->colourOf(run);
  return colours;
}

void RunsPage::saveReport(const QStringList& runs) { m_chosen->saveReport(runs, coloursOf(runs)); }

void RunsPage::requestNews() {
  if (m_run.isEmpty()) return;
  m_reader->requestDetail(m_run.record().run);
  m_run.curves().refresh({m_run.record().run});
}

void RunsPage::noteOriginal(const QString& run, const QString& original) {
  if (!m_records.find(run)) return void(m_originals.insert(run, original));
  RunAnnotation change;
  change.duplicateOf = original;
  m_actions->annotate({run}, change);
}

QString RunsPage::address() const {
  switch (m_parts->currentIndex()) {
    case RunPart: {
      const QString part = m_view->part();
      return part.isEmpty() ? m_run.record().run : m_run.record().run + u'/' + part;
    }
    case ComparePart:
      return comparePrefix + m_compare->runs().join(u',');
    default:
      return {};
  }
}

void RunsPage::setPart(Part part) {
  m_parts->setCurrentIndex(part);
  if (part == TablePart) m_workspace->table()->setFocus();
  if (part == RunPart) m_view->takeFocus();
  emit addressChanged(address());
}

void RunsPage::goTo(const QString& address) {
  m_lastShown.clear();
  if (address.isEmpty()) {
    m_wanted.clear();
    // A study's runs were asked for once: who goes to the table wants all of them again.
    const QString ofStudy = std::exchange(m_studySearch, {});
    if (!ofStudy.isEmpty() && m_workspace->searched() == ofStudy) m_workspace->search({});
    // The row of what was shown, which may have come to the table since.
    if (m_parts->currentIndex() == RunPart) m_workspace->choose(m_run.record().run);
    return setPart(TablePart);
  }
  if (address.startsWith(comparePrefix))
    return compare(address.mid(comparePrefix.size()).split(u','));
  m_wantedPart = address.section(u'/', 1);
  showRun(address.section(u'/', 0, 0));
}

void RunsPage::showStudy(const QString& study) {
  goTo({});
  m_studySearch = u"study:"_s + study.left(8);
  m_workspace->search(m_studySearch);
}

// Whether trials are recorded of it is in the store.
void RunsPage::askStudy(const RunRecord& run) {
  m_studyOf = run.run;
  m_reader->requestDetail(run.run);
}

void RunsPage::answerStudy(const RunDetail& detail) {
  if (m_studyOf.isEmpty() || detail.record.run != m_studyOf) return;
  m_studyOf.clear();
  if (!detail.search.isEmpty()) return void(emit studyRequested(detail.search));
  if (!detail.record.study.isEmpty()) return showStudy(detail.record.study);
  emit done(tr("The run belongs to no study."));
}

void RunsPage::showView(const QString& name) {
  goTo({});
  m_workspace->showView(name);
}

QStringList RunsPage::viewNames() {
  QStringList names;
  for (const NamedRunQuery& view : RunViews::saved()) names << view.name;
  return names;
}

void RunsPage::compare(const QStringList& runs) {
  m_wanted.clear();
  m_compare->show(runs, coloursOf(runs));
  setPart(ComparePart);
}

// By value: the name may be that of what is wanted, which is cleared.
void RunsPage::open(QString name) {
  const RunRecord* run = m_records.find(name);
  if (!run) return;
  m_wanted.clear();
  if (m_run.record().run != name) {
    m_run.choose(*run);
    m_view->setAwaiting(false);
    m_client->watch({name});
    m_reader->requestDetail(name);
  }
  m_workspace->choose(name);
  m_view->showPart(std::exchange(m_wantedPart, {}));
  setPart(RunPart);
}

void RunsPage::showRun(const QString& run) {
  if (run == std::exchange(m_lastShown, run)) return;
  m_wanted = run;
  open(run);
  if (m_wanted.isEmpty()) return;
  // Shows none rather than one that is unrelated to what was just submitted.
  m_run.choose({});
  m_view->setAwaiting(true);
  m_parts->setCurrentIndex(RunPart);
  m_reader->requestRuns(QStringList{run});
}

}  // namespace trainyard
