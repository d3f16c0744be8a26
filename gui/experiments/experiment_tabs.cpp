// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/experiment_tabs.h"

#include <QFileInfo>
#include <QPainter>
#include <QPointer>
#include <QShortcut>
#include <QToolButton>

#include "engine/system/unix_time.h"
#include "gui/experiments/document_bar.h"
#include "gui/experiments/document_menus.h"
#include "gui/experiments/document_tab_bar.h"
#include "gui/experiments/experiment_page.h"
#include "gui/experiments/file_drop.h"
#include "gui/experiments/review/review_page.h"
#include "gui/experiments/yaml/yaml_editor.h"
#include "gui/forms/message_bar.h"
#include "gui/forms/quantity_text.h"
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
      m_menus(new DocumentMenus(this)),
      m_tabs(m_bar) {
  layOut();
  buildKeys();
  connect(m_bar, &QTabBar::currentChanged, this, &ExperimentTabs::activate);
  connect(m_bar, &QTabBar::tabMoved, this, [this](int from, int to) { m_tabs.move(from, to); });
  connect(m_bar, &DocumentTabBar::closeWanted, this, &ExperimentTabs::close);
  connectMenus();
  connect(&m_opener, &DocumentOpener::chosen, this,
          [this](const QStringList& paths) { open(paths); });
  connect(&m_opener, &DocumentOpener::chosenToImport, this, &ExperimentTabs::importFiles);
  connect(new FileDrop(this), &FileDrop::dropped, this,
          [this](const QStringList& paths) { open(paths); });
  m_tabs.add({{}, buildPage()});
  look::keepTranslated(this, [this] { m_menus->retranslate(); });
}

ExperimentTabs::~ExperimentTabs() { m_bar->disconnect(this); }

void ExperimentTabs::layOut() {
  auto* head = new TabsRow;
  auto* row = look::rowIn(head, look::px(6), {0, 0, look::px(6), 1});
  look::addAll(row, {m_bar, m_menus->beginning(), look::gap(0), m_menus->file()});
  look::addAll(look::columnIn(this), {head, {m_stack, 1}});
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

ExperimentPage* ExperimentTabs::buildPage() {
  auto* page = new ExperimentPage(m_client, m_targets);
  m_stack->addWidget(page);
  connectPage(page);
  return page;
}

void ExperimentTabs::connectPage(ExperimentPage* page) {
  connect(new FileDrop(page->sides()->editor()->viewport()), &FileDrop::dropped, this,
          [this](const QStringList& paths) { open(paths); });
  connect(page, &ExperimentPage::titleChanged, this, [this, page] {
    m_tabs.show(m_tabs.indexOf(page));
    if (page == current()) emit titleChanged();
    m_tabs.remember();
  });
  connect(page, &ExperimentPage::targetChanged, this, [this] { m_tabs.remember(); });
  // Of a document whose tab is not shown: where the user is.
  connect(page, &ExperimentPage::failed, this, [this, page](const QString& sentence) {
    if (page != current()) current()->notices()->showError(sentence);
    emit failed(sentence);
  });
  connect(page->files(), &DocumentFiles::saved, this, &ExperimentTabs::saved);
  ExperimentModel* model = page->model();
  connect(model, &ExperimentModel::submissionBegan, this, &ExperimentTabs::submissionBegan);
  connect(model, &ExperimentModel::submitted, this,
          [this, model](const QString& run, bool isSearch) {
            emit submitted(run, model->originalRun(), isSearch);
          });
  const Submission* submission = model->submission();
  connect(submission, &Submission::studySubmitted, this, &ExperimentTabs::studySubmitted);
  connect(submission, &Submission::searchStarted, this, &ExperimentTabs::searchStarted);
  connect(model, &ExperimentModel::refused, this, [this, page] {
    if (const int index = m_tabs.indexOf(page); index >= 0) showDocument(index);
    emit refused();
  });
}

void ExperimentTabs::activate(int index) {
  if (index < 0 || index >= count()) return;
  OpenTabs::Tab& tab = m_tabs.at(index);
  const bool isFirst = !tab.page;
  if (isFirst) tab.page = buildPage();
  m_stack->setCurrentWidget(tab.page);
  if (isFirst)
    load(index);
  else
    tab.page->lookAgain();
  emit titleChanged();
  m_tabs.remember();
}

bool ExperimentTabs::isFree() const {
  return current()->isEnabled() && current()->model()->isUntouched();
}

ExperimentPage* ExperimentTabs::freePage() {
  if (isFree()) return current();
  ExperimentPage* page = buildPage();
  showDocument(m_tabs.add({{}, page}));
  return page;
}

void ExperimentTabs::startNew() {
  freePage()->model()->startNew();
  emit opened();
}

void ExperimentTabs::openPreset(const Preset& preset) {
  freePage()->model()->openPreset(preset);
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
  int index = m_tabs.indexOf(document.path);  // it may have been opened since it was asked for
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
  const int index = m_tabs.indexOf(QFileInfo(paths.first()).absoluteFilePath());
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

void ExperimentTabs::openCopy(const ExperimentCopy& copy) {
  m_opener.openCopy(copy, takeWith([entries = copy.entries](ExperimentPage& page) {
                      for (const auto& [field, text] : entries) page.enter(field, text);
                    }));
}

void ExperimentTabs::importFiles(const QStringList& paths) {
  m_opener.importFiles(paths, takeWith({}));
}

void ExperimentTabs::askOpen(const QString& patterns) {
  m_opener.askOpen(current()->model()->document()->folder(), patterns);
}

void ExperimentTabs::askImport(const QString& patterns) {
  m_opener.askImport(current()->model()->document()->folder(), patterns);
}

void ExperimentTabs::runFile(const QString& path) {
  open({path}, [](ExperimentPage& page) { page.submitHere(); });
}

void ExperimentTabs::openWith(const QString& path, const QString& field, const QString& entry) {
  open({path}, [field, entry](ExperimentPage& page) { page.enter(field, entry); });
}

void ExperimentTabs::close(int index) {
  if (index < 0 || index >= count()) return;
  showDocument(index);
  ExperimentPage* page = current();
  if (!page->isEnabled()) return;  // it is still being read
  if (!page->model()->document()->isModified()) return closeNow(index);
  page->notices()->ask(
      tr("Save the changes to %1 before it is closed?").arg(page->model()->document()->title()),
      {{tr("Save"),
        [this, page] { page->files()->save([this, page] { closeNow(m_tabs.indexOf(page)); }); }},
       {tr("Close without saving"), [this, page] { closeWithout(page); }}});
}

void ExperimentTabs::closeWithout(ExperimentPage* page) {
  const QString title = page->model()->document()->title();
  page->model()->draft()->keepClosed();
  closeNow(m_tabs.indexOf(page));
  current()->notices()->showInfo(tr("%1 was closed without being saved.").arg(title),
                                 {{tr("Open it again"), [this] { openClosed(); }}});
}

void ExperimentTabs::closeNow(int index) {
  if (index < 0) return;
  ExperimentPage* page = m_tabs.at(index).page;
  if (count() == 1) showDocument(m_tabs.add({{}, buildPage()}));
  m_tabs.remove(index);
  m_stack->removeWidget(page);
  page->setParent(this);
  page->hide();
  page->deleteWhenSettled();
  m_tabs.remember();
}

void ExperimentTabs::openClosed() {
  if (const auto draft = current()->model()->draft()->closed())
    m_opener.recover(*draft, takeWith({}));
}

void ExperimentTabs::keepAll() {
  m_tabs.remember();
  for (const OpenTabs::Tab& tab : m_tabs.all())
    if (tab.page) tab.page->model()->draft()->keep();
}

// The page with which the window began becomes that of the document that is shown.
void ExperimentTabs::restore() {
  const OpenDocuments last = OpenDocuments::remembered();
  m_tabs.startRemembering();
  if (last.documents.isEmpty() || count() > 1 || !isFree()) return m_tabs.remember();
  m_tabs.replace(last);
  load(last.current);
}

void ExperimentTabs::load(int index) {
  const OpenDocument& document = m_tabs.at(index).document;
  const QPointer<ExperimentPage> page = m_tabs.at(index).page;
  page->setEnabled(false);  // what somebody types meanwhile would be lost
  const auto take = [this, page, target = document.target,
                     preset = document.preset](const Result<OpenedDocument>& read) {
    if (!page) return;
    page->setEnabled(true);
    if (read) {
      OpenedDocument opened = *read;
      opened.target = target;
      if (opened.preset.isEmpty()) opened.preset = preset;
      page->begin(opened);
    } else {
      closeNow(m_tabs.indexOf(page));
      showFailure(errorText(read.error()));
    }
    m_tabs.remember();
  };
  if (const auto draft = DraftStore::read(document.draft))
    m_opener.recover(*draft, take);
  else
    m_opener.open(document.path, take);
}

void ExperimentTabs::offerDraft() {
  QStringList own;
  for (const OpenTabs::Tab& tab : m_tabs.all()) own << tab.state().draft << tab.document.draft;
  const auto draft = current()->model()->draft()->left(own);
  if (!draft) return;
  current()->notices()->ask(
      tr("A window closed before \"%1\" was saved; its text is from %2. Continue with it?")
          .arg(draft->path.isEmpty() ? tr("a new experiment") : draft->path,
               QuantityText::moment(draft->time, unix_time())),
      {{tr("Continue with it"), [this, draft = *draft] { m_opener.recover(draft, takeWith({})); }},
       {tr("Throw it away"), [draft = *draft] { DraftStore::remove(draft); }}});
}

}  // namespace trainyard
