// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/experiment_tabs.h"

#include <QFile>
#include <QFileInfo>
#include <QPainter>
#include <QShortcut>
#include <QSignalBlocker>
#include <QToolButton>
#include <algorithm>

#include "gui/experiments/document/distinct_names.h"
#include "gui/experiments/document_bar.h"
#include "gui/experiments/document_menus.h"
#include "gui/experiments/document_tab_bar.h"
#include "gui/experiments/experiment_page.h"
#include "gui/experiments/file_drop.h"
#include "gui/experiments/review/review_page.h"
#include "gui/experiments/yaml/yaml_editor.h"
#include "gui/forms/message_bar.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/paint.h"
#include "gui/targets/error_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

// The tabs stand on a line that goes on behind the last of them.
class TabsRow : public QWidget {
 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    look::paintEdge(painter, rect(), Qt::BottomEdge, look::tokens(palette()).hairline);
  }
};

}  // namespace

ExperimentTabs::ExperimentTabs(ServiceClient* client, TargetList* targets)
    : m_client(client),
      m_targets(targets),
      m_opener(this),
      m_bar(new DocumentTabBar),
      m_menus(new DocumentMenus(this)) {
  layOut();
  buildKeys();
  connect(m_bar, &QTabBar::currentChanged, this, &ExperimentTabs::activate);
  connect(m_bar, &QTabBar::tabMoved, this, [this](int from, int to) {
    m_tabs.move(from, to);
    remember();
  });
  connect(m_bar, &DocumentTabBar::closeWanted, this, &ExperimentTabs::close);
  connectMenus();
  connect(&m_opener, &DocumentOpener::chosen, this,
          [this](const QStringList& paths) { open(paths); });
  connect(&m_opener, &DocumentOpener::chosenToImport, this, &ExperimentTabs::importFiles);
  connect(new FileDrop(this), &FileDrop::dropped, this,
          [this](const QStringList& paths) { open(paths); });
  add({{}, buildPage()});
  look::keepTranslated(this, [this] { m_menus->retranslate(); });
}

ExperimentTabs::~ExperimentTabs() { m_bar->disconnect(this); }

void ExperimentTabs::layOut() {
  auto* column = look::columnIn(this);
  auto* head = new TabsRow;
  auto* row = look::rowIn(head, look::px(6), {0, 0, look::px(6), 1});
  row->addWidget(m_bar);
  row->addWidget(m_menus->beginning());
  row->addStretch();
  row->addWidget(m_menus->file());
  column->addWidget(head);
  column->addWidget(m_stack, 1);
}

void ExperimentTabs::buildKeys() {
  const auto key = [this](const QKeySequence& sequence, auto slot) {
    connect(new QShortcut(sequence, this), &QShortcut::activated, this, slot);
  };
  key(QKeySequence::New, &ExperimentTabs::startNew);
  key(QKeySequence(u"Ctrl+W"_s), [this] { close(m_bar->currentIndex()); });
  key(QKeySequence(u"Ctrl+Shift+T"_s), &ExperimentTabs::openClosed);
  key(QKeySequence(u"Ctrl+Tab"_s), [this] { turn(1); });
  key(QKeySequence(u"Ctrl+Shift+Tab"_s), [this] { turn(-1); });
}

void ExperimentTabs::connectMenus() {
  connect(m_menus, &DocumentMenus::newWanted, this, &ExperimentTabs::startNew);
  connect(m_menus, &DocumentMenus::presetWanted, this, &ExperimentTabs::openPreset);
  connect(m_menus, &DocumentMenus::openWanted, this, [this] { askOpen(); });
  connect(m_menus, &DocumentMenus::importWanted, this, [this] { askImport(); });
  connect(m_menus, &DocumentMenus::closedWanted, this, &ExperimentTabs::openClosed);
  connect(m_menus, &DocumentMenus::recentWanted, this,
          [this](const QString& path) { open({path}); });
  connect(m_menus, &DocumentMenus::saveWanted, this, [this] { current()->files()->save(); });
  connect(m_menus, &DocumentMenus::saveAsWanted, this, [this] { current()->files()->saveAs(); });
  connect(m_menus, &DocumentMenus::closeWanted, this, [this] { close(m_bar->currentIndex()); });
}

void ExperimentTabs::turn(int by) {
  showDocument((m_bar->currentIndex() + by + count()) % count());
}

ExperimentPage* ExperimentTabs::current() const {
  return static_cast<ExperimentPage*>(m_stack->currentWidget());
}

QList<QAbstractButton*> ExperimentTabs::commandButtons() const {
  DocumentBar* bar = current()->bar();
  return {bar->reviewButton(),  current()->review()->submitButton(),
          bar->changesButton(), bar->dataButton(),
          bar->undoButton(),    bar->redoButton()};
}

void ExperimentTabs::showDocument(int index) { m_bar->setCurrentIndex(index); }

int ExperimentTabs::indexOf(const ExperimentPage* page) const {
  const auto at = std::ranges::find(m_tabs, page, &Tab::page);
  return at == m_tabs.end() ? -1 : static_cast<int>(at - m_tabs.begin());
}

int ExperimentTabs::indexOf(const QString& path) const {
  const auto at =
      std::ranges::find_if(m_tabs, [&](const Tab& tab) { return stateOf(tab).path == path; });
  return at == m_tabs.end() || path.isEmpty() ? -1 : static_cast<int>(at - m_tabs.begin());
}

OpenDocument ExperimentTabs::stateOf(const Tab& tab) const {
  return tab.page && tab.page->isEnabled() ? tab.page->state() : tab.document;
}

int ExperimentTabs::add(const Tab& tab) {
  m_tabs << tab;  // before the bar tells that it has one more
  const int index = m_bar->addDocument();
  showTab(index);
  return index;
}

ExperimentPage* ExperimentTabs::buildPage() {
  auto* page = new ExperimentPage(m_client, m_targets);
  m_stack->addWidget(page);
  connectPage(page);
  return page;
}

void ExperimentTabs::connectPage(ExperimentPage* page) {
  connect(new FileDrop(page->editor()->viewport()), &FileDrop::dropped, this,
          [this](const QStringList& paths) { open(paths); });
  connect(page, &ExperimentPage::titleChanged, this, [this, page] {
    showTab(indexOf(page));
    if (page == current()) emit titleChanged();
    remember();
  });
  connect(page, &ExperimentPage::targetChanged, this, &ExperimentTabs::remember);
  // Of a document whose tab is not shown: where the user is.
  connect(page, &ExperimentPage::failed, this, [this, page](const QString& sentence) {
    if (page != current()) current()->notices()->showError(sentence);
    emit failed(sentence);
  });
  connect(page->files(), &DocumentFiles::saved, this, &ExperimentTabs::saved);
  connect(page, &ExperimentPage::submissionBegan, this, &ExperimentTabs::submissionBegan);
  connect(page, &ExperimentPage::submitted, this, [this, page](const QString& run, bool isSearch) {
    emit submitted(run, page->originalRun(), isSearch);
  });
  connect(page, &ExperimentPage::studySubmitted, this, &ExperimentTabs::studySubmitted);
  connect(page, &ExperimentPage::searchStarted, this, &ExperimentTabs::searchStarted);
  connect(page, &ExperimentPage::refused, this, [this, page] {
    if (const int index = indexOf(page); index >= 0) showDocument(index);
    emit refused();
  });
}

void ExperimentTabs::showTab(int index) {
  if (index < 0 || index >= m_bar->count()) return;
  const Tab& tab = m_tabs[index];
  const OpenDocument document = stateOf(tab);
  const bool isLoaded = tab.page && tab.page->isEnabled();
  const bool isModified =
      isLoaded ? tab.page->document()->isModified() : QFile::exists(document.draft);
  const QString folder = isLoaded ? tab.page->document()->folder() : QString();
  // What has not been saved yet has its name alone.
  QStringList places;
  for (const Tab& each : m_tabs) {
    const OpenDocument state = stateOf(each);
    places << (state.path.isEmpty() ? state.title : state.path);
  }
  const QStringList names = distinctNames(places);
  for (int i = 0; i < count(); ++i) m_bar->setTitle(i, names[i]);
  m_bar->showDocument(index,
                      !document.path.isEmpty() ? document.path
                      : folder.isEmpty()
                          ? tr("Not saved yet")
                          : tr("Not saved yet; paths are relative to %1").arg(folder),
                      isModified);
}

void ExperimentTabs::activate(int index) {
  if (index < 0 || index >= count()) return;
  Tab& tab = m_tabs[index];
  const bool isFirst = !tab.page;
  if (isFirst) tab.page = buildPage();
  m_stack->setCurrentWidget(tab.page);
  if (isFirst)
    load(index);
  else
    tab.page->lookAgain();
  emit titleChanged();
  remember();
}

ExperimentPage* ExperimentTabs::freePage() {
  if (current()->isUntouched()) return current();
  ExperimentPage* page = buildPage();
  showDocument(add({{}, page}));
  return page;
}

void ExperimentTabs::startNew() {
  freePage()->startNew();
  emit opened();
}

void ExperimentTabs::openPreset(const Preset& preset) {
  freePage()->openPreset(preset);
  emit opened();
}

DocumentOpener::Take ExperimentTabs::takeWith(const Then& then) {
  return [this, then](const Result<OpenedDocument>& document) {
    if (document) return take(*document, then);
    showFailure(errorText(document.error()));
  };
}

void ExperimentTabs::take(const OpenedDocument& given, const Then& then) {
  OpenedDocument document = given;
  int index = indexOf(document.path);  // it may have been opened since it was asked for
  if (index >= 0) showDocument(index);
  if (index >= 0 && !document.draft.isEmpty()) {  // what was not saved stands beside it
    document.path.clear();
    index = -1;
  }
  if (index < 0) freePage()->begin(document);
  if (!document.path.isEmpty()) DocumentFiles::rememberRecent(document.path);
  emit opened();
  if (then) then(*current());
}

void ExperimentTabs::showFailure(const QString& sentence) {
  current()->notices()->showError(sentence);
  emit failed(sentence);
}

// One after the other, as files are read in a thread and their tabs stand in the order given.
void ExperimentTabs::open(const QStringList& paths, const Then& then) {
  if (paths.isEmpty()) return;
  const QStringList rest = paths.mid(1);
  const int index = indexOf(QFileInfo(paths.first()).absoluteFilePath());
  if (index < 0) {
    m_opener.open(paths.first(), [this, rest, then](const Result<OpenedDocument>& document) {
      takeWith(then)(document);
      open(rest, then);
    });
    return;
  }
  showDocument(index);
  emit opened();
  if (then) then(*current());
  open(rest, then);
}

void ExperimentTabs::openCopy(const ExperimentCopy& copy) { m_opener.openCopy(copy, takeWith({})); }

void ExperimentTabs::importFiles(const QStringList& paths) {
  m_opener.importFiles(paths, takeWith({}));
}

void ExperimentTabs::askOpen(const QString& patterns) {
  m_opener.askOpen(current()->document()->folder(), patterns);
}

void ExperimentTabs::askImport(const QString& patterns) {
  m_opener.askImport(current()->document()->folder(), patterns);
}

void ExperimentTabs::runFile(const QString& path) {
  open({path}, [](ExperimentPage& page) { page.submitHere(); });
}

void ExperimentTabs::openWith(const QString& path, const QString& field, const QString& entry) {
  open({path}, [field, entry](ExperimentPage& page) { page.enter(field, entry); });
}

}  // namespace trainyard
