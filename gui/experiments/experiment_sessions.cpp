// SPDX-License-Identifier: GPL-3.0-or-later
// How documents are closed, and how they come back: in the next window, after a crash, or because
// somebody wants one again that was closed.
#include <QPointer>
#include <QSignalBlocker>
#include <QStackedWidget>

#include "engine/system/unix_time.h"
#include "gui/experiments/document_tab_bar.h"
#include "gui/experiments/experiment_page.h"
#include "gui/experiments/experiment_tabs.h"
#include "gui/forms/message_bar.h"
#include "gui/forms/quantity_text.h"
#include "gui/targets/error_text.h"

namespace trainyard {

void ExperimentTabs::close(int index) {
  if (index < 0 || index >= count()) return;
  showDocument(index);
  ExperimentPage* page = current();
  if (!page->isEnabled()) return;  // it is still being read
  if (!page->document()->isModified()) return closeNow(index);
  page->notices()->ask(
      tr("Save the changes to %1 before it is closed?").arg(page->document()->title()),
      {{tr("Save"),
        [this, page] { page->files()->save([this, page] { closeNow(indexOf(page)); }); }},
       {tr("Close without saving"), [this, page] { closeWithout(page); }}});
}

void ExperimentTabs::closeWithout(ExperimentPage* page) {
  const QString title = page->document()->title();
  page->draft()->keepClosed();
  closeNow(indexOf(page));
  current()->notices()->showInfo(tr("%1 was closed without being saved.").arg(title),
                                 {{tr("Open it again"), [this] { openClosed(); }}});
}

void ExperimentTabs::closeNow(int index) {
  if (index < 0) return;
  ExperimentPage* page = m_tabs[index].page;
  if (count() == 1) showDocument(add({{}, buildPage()}));
  m_tabs.removeAt(index);
  m_bar->removeTab(index);
  showTab(0);  // another one may no longer share its name
  m_stack->removeWidget(page);
  page->setParent(this);
  page->hide();
  page->deleteWhenSettled();
  remember();
}

void ExperimentTabs::openClosed() {
  if (const auto draft = current()->draft()->closed()) m_opener.recover(*draft, takeWith({}));
}

void ExperimentTabs::keepAll() {
  remember();
  for (const Tab& tab : m_tabs)
    if (tab.page) tab.page->draft()->keep();
}

void ExperimentTabs::remember() {
  if (!m_remembers) return;
  OpenDocuments now;
  now.current = m_bar->currentIndex();
  for (const Tab& tab : m_tabs) now.documents << stateOf(tab);
  if (now == m_remembered) return;
  m_remembered = now;
  now.remember();
}

// The page with which the window began becomes that of the document that is shown.
void ExperimentTabs::restore() {
  const OpenDocuments last = OpenDocuments::remembered();
  m_remembers = true;
  if (last.documents.isEmpty() || count() > 1 || !current()->isUntouched()) return remember();
  {
    const QSignalBlocker quiet(m_bar);
    ExperimentPage* page = current();
    m_tabs.clear();
    m_bar->removeTab(0);
    for (const OpenDocument& document : last.documents) add({document, nullptr});
    m_tabs[last.current].page = page;
    m_bar->setCurrentIndex(last.current);
  }
  load(last.current);
}

void ExperimentTabs::load(int index) {
  const OpenDocument& document = m_tabs[index].document;
  const QPointer<ExperimentPage> page = m_tabs[index].page;
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
      closeNow(indexOf(page));
      showFailure(errorText(read.error()));
    }
    remember();
  };
  if (const auto draft = DraftStore::read(document.draft))
    m_opener.recover(*draft, take);
  else
    m_opener.open(document.path, take);
}

void ExperimentTabs::offerDraft() {
  QStringList own;
  for (const Tab& tab : m_tabs) own << stateOf(tab).draft << tab.document.draft;
  const auto draft = current()->draft()->left(own);
  if (!draft) return;
  current()->notices()->ask(
      tr("A window closed before \"%1\" was saved; its text is from %2. Continue with it?")
          .arg(draft->path.isEmpty() ? tr("a new experiment") : draft->path,
               QuantityText::moment(draft->time, unix_time())),
      {{tr("Continue with it"), [this, draft = *draft] { m_opener.recover(draft, takeWith({})); }},
       {tr("Throw it away"), [draft = *draft] { DraftStore::remove(draft); }}});
}

}  // namespace trainyard
