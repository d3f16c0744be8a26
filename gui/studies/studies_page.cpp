// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/studies/studies_page.h"

#include <QShowEvent>
#include <QTableView>
#include <QVBoxLayout>
#include <utility>

#include "gui/studies/study_actions.h"
#include "gui/studies/study_head.h"
#include "gui/studies/study_list.h"
#include "gui/studies/study_view.h"

namespace trainyard {
namespace {

enum StudiesPart { StudyListPart, StudyPart };

// Between two readings, while trials report.
constexpr int studyNewsMilliseconds = 500;

}  // namespace

StudiesPage::StudiesPage(ServiceClient* client, const QString& storePath)
    : m_client(client),
      m_source(storePath),
      m_actions(new StudyActions(client, storePath, this)),
      m_list(new StudyList),
      m_view(new StudyView(&m_study, m_actions, storePath)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(m_parts);
  m_parts->addWidget(m_list);
  m_parts->addWidget(m_view);
  m_news.setSingleShot(true);
  m_news.setInterval(studyNewsMilliseconds);
  connectSource();
  connectParts();
}

// Its parts end before what they show, which are members.
StudiesPage::~StudiesPage() { delete m_parts; }

void StudiesPage::connectSource() {
  connect(&m_source, &StudySource::studiesRead, m_list, &StudyList::show);
  connect(&m_source, &StudySource::studyRead, this, [this](const StudyContentPointer& content) {
    if (content->summary.study == m_wanted) m_study.show(content);
  });
  connect(&m_source, &StudySource::importanceRead, &m_study, &StudyModel::showImportance);
  connect(&m_source, &StudySource::studyMissing, this,
          [this](const QString& study, const std::optional<RunRecord>& run) {
            if (study != m_wanted) return;
            m_study.clear();
            m_view->showMissing(run);
          });
  connect(&m_source, &StudySource::failed, this, &StudiesPage::failed);
  connect(&m_news, &QTimer::timeout, this, [this] {
    if (isVisible()) refresh();
  });
  connect(m_client, &ServiceClient::runsChanged, &m_news, [this] {
    if (!m_news.isActive()) m_news.start();
  });
  connect(m_client, &ServiceClient::connected, &m_news, [this] { m_news.start(); });
}

void StudiesPage::connectParts() {
  connect(m_list, &StudyList::openRequested, this, &StudiesPage::goTo);
  connect(m_list, &StudyList::experimentWanted, this, &StudiesPage::experimentWanted);
  connect(m_view, &StudyView::backRequested, this, [this] { goTo({}); });
  connect(m_view, &StudyView::partChanged, this, [this] {
    if (!m_wanted.isEmpty()) emit addressChanged(address());
  });
  connect(m_view, &StudyView::runWanted, this, &StudiesPage::runRequested);
  connect(m_view, &StudyView::failed, this, &StudiesPage::failed);
  connect(m_view, &StudyView::done, this, &StudiesPage::done);
  connect(m_actions, &StudyActions::failed, this, &StudiesPage::failed);
  connect(m_actions, &StudyActions::done, this, &StudiesPage::done);
  connect(m_actions, &StudyActions::openExperimentRequested, this,
          &StudiesPage::openExperimentRequested);
}

QList<QAbstractButton*> StudiesPage::commandButtons() const {
  using Act = StudyActions::Act;
  QList<QAbstractButton*> buttons;
  for (const Act act : {Act::openBest, Act::addTrials, Act::stopRest, Act::exportJournal})
    buttons << m_view->head()->button(act);
  return buttons;
}

void StudiesPage::refresh() {
  if (m_wanted.isEmpty())
    m_source.requestStudies();
  else
    m_source.requestStudy(m_wanted);
}

// What changed while the page was not seen is read now.
void StudiesPage::showEvent(QShowEvent* event) {
  Page::showEvent(event);
  refresh();
}

QString StudiesPage::address() const {
  const QString part = m_view->part();
  return m_wanted.isEmpty() || part.isEmpty() ? m_wanted : m_wanted + u'/' + part;
}

void StudiesPage::goTo(const QString& address) {
  const QString study = address.section(u'/', 0, 0), before = std::exchange(m_wanted, study);
  if (!study.isEmpty() && study != m_study.study()) m_study.clear();
  m_parts->setCurrentIndex(study.isEmpty() ? StudyListPart : StudyPart);
  if (study.isEmpty()) {
    m_list->choose(before);
    m_list->view()->setFocus();
  } else {
    m_view->showPart(address.section(u'/', 1));
    m_view->takeFocus();
  }
  if (isVisible()) refresh();
  if (study != before) emit addressChanged(this->address());
}

}  // namespace trainyard
