// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/window_pages.h"

#include <QSettings>
#include <utility>

#include "gui/app/rail.h"
#include "gui/clusters/clusters_page.h"
#include "gui/experiments/experiment_page.h"
#include "gui/experiments/experiment_tabs.h"
#include "gui/files/files_page.h"
#include "gui/forms/message_bar.h"
#include "gui/home/home_page.h"
#include "gui/queue/queue_page.h"
#include "gui/runs/records/store_reader.h"
#include "gui/runs/runs_page.h"
#include "gui/studies/studies_page.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

const QString placeKey = u"place"_s;

}  // namespace

WindowPages::WindowPages(ServiceClient* client, StoreReader* reader, TargetList* targets,
                         Rail* rail)
    : m_rail(rail),
      m_home(new HomePage(client, targets)),
      m_experiments(new ExperimentTabs(client, targets)),
      m_runs(new RunsPage(client, reader, targets)),
      m_studies(new StudiesPage(client, reader->path())),
      m_clusters(new ClustersPage(client, targets)),
      m_queue(new QueuePage(client, targets)),
      m_files(new FilesPage(client, targets)) {
  connect(m_rail, &Rail::placeChosen, this, &WindowPages::choose);
}

void WindowPages::fill() {
  add(u"home"_s, u"home"_s, m_home);
  add(u"experiments"_s, u"adjustments-horizontal"_s, m_experiments);
  add(u"runs"_s, u"chart-line"_s, m_runs);
  add(u"studies"_s, u"git-fork"_s, m_studies);
  add(u"queue"_s, u"hourglass"_s, m_queue);
  add(u"clusters"_s, u"server-2"_s, m_clusters);
  add(u"files"_s, u"folder"_s, m_files);
  m_history.visit(m_addresses[0]);
  // Kept at once, so that it is there after a crash, too.
  connect(&m_history, &PlaceHistory::changed, this,
          [this] { QSettings().setValue(placeKey, m_history.current()); });
}

void WindowPages::add(const QString& address, const QString& icon, Page* page) {
  addWidget(page);
  m_addresses << address;
  m_inOrder << page;
  connect(page, &Page::addressChanged, this,
          [this, page](const QString& part) { visitWithin(page, part); });
  if (page != m_experiments) {
    auto* notices = new MessageBar(page);
    connect(page, &Page::failed, notices, &MessageBar::showError);
    connect(page, &Page::done, notices,
            [notices](const QString& news) { notices->showInfo(news); });
  }
  m_rail->addPlace(icon);
}

void WindowPages::retranslate() {
  for (int i = 0; i < m_inOrder.size(); ++i) m_rail->setPlace(i, m_inOrder[i]->title());
}

ExperimentPage* WindowPages::experiment() { return m_experiments->current(); }

Page* WindowPages::current() const { return static_cast<Page*>(currentWidget()); }

MessageBar* WindowPages::notices() const {
  if (current() == m_experiments) return m_experiments->current()->notices();  // below its own bar
  return current()->findChild<MessageBar*>(QString(), Qt::FindDirectChildrenOnly);
}

QString WindowPages::addressOf(const QWidget* page, const QString& part) const {
  const QString& address = m_addresses[indexOf(page)];
  return part.isEmpty() ? address : address + u'/' + part;
}

void WindowPages::visitWithin(QWidget* page, const QString& part) {
  if (currentWidget() == page && !m_isMoving) m_history.visit(addressOf(page, part));
}

void WindowPages::showPage(QWidget* page) {
  const int number = indexOf(page);
  setCurrentIndex(number);
  m_rail->choose(number);
  if (!m_isMoving) m_history.visit(addressOf(page, current()->address()));
}

void WindowPages::choose(int number) {
  QWidget* place = m_inOrder[number];
  if ((place == m_runs || place == m_studies) && currentWidget() == place)
    goTo(m_addresses[number]);
  else
    showPage(place);
}

void WindowPages::goTo(const QString& address) {
  const QString rest = address.section(u'/', 1);
  for (int i = 0; i < m_inOrder.size(); ++i)
    if (address.section(u'/', 0, 0) == m_addresses[i]) {
      const bool wasMoving = std::exchange(m_isMoving, true);  // one visit, below
      m_inOrder[i]->goTo(rest);
      showPage(m_inOrder[i]);
      m_isMoving = wasMoving;
      if (!m_isMoving) m_history.visit(address);
    }
}

void WindowPages::move(const QString& address) {
  m_isMoving = true;
  goTo(address);
  m_isMoving = false;
}

void WindowPages::goBack() { move(m_history.back()); }

void WindowPages::goForward() { move(m_history.forward()); }

void WindowPages::restore() {
  const QString place = QSettings().value(placeKey).toString();
  if (!place.startsWith(u"runs/"_s)) return goTo(place);
  goToRun(place);
}

// The one whose UUID begins so; empty: none, or several.
QString WindowPages::runOf(const QString& start) const {
  QStringList found;
  for (const RunRecord& run : m_runs->runs()->all())
    if (run.run.startsWith(start)) found << run.run;
  return found.size() == 1 ? found.front() : QString();
}

void WindowPages::goToRun(const QString& place) {
  goTo(u"runs"_s);
  connect(m_runs, &RunsPage::filled, this, [this, place, acts = m_acts] {
    const QString start = place.section(u'/', 1, 1), part = place.section(u'/', 2);
    if (m_acts != acts) return;
    if (start == u"compare"_s) return goTo(place);
    if (const QString run = runOf(start); !run.isEmpty())
      goTo(u"runs/"_s + run + (part.isEmpty() ? QString() : u'/' + part));
  });
}

void WindowPages::follow(const PlaceLink& link) {
  if (link.kind == PlaceLink::Kind::experiment) return m_experiments->open({link.target});
  if (link.kind == PlaceLink::Kind::study) return goTo(u"studies/"_s + link.target);
  const QString start = link.target.section(u'/', 0, 0);
  if (m_runs->runs()->count() == 0) return goToRun(u"runs/"_s + link.target);
  if (const QString run = runOf(start); !run.isEmpty())
    return goTo(u"runs/"_s + run + link.target.sliced(start.size()));
  notices()->showError(tr("No run on this computer begins with %1, or several do.").arg(start));
}

}  // namespace trainyard
