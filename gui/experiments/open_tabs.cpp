// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/open_tabs.h"

#include <QFile>
#include <QSignalBlocker>
#include <algorithm>

#include "gui/experiments/document/distinct_names.h"
#include "gui/experiments/document_tab_bar.h"
#include "gui/experiments/experiment_page.h"

namespace trainyard {

bool OpenTabs::Tab::isLoaded() const { return page && page->isEnabled(); }

OpenDocument OpenTabs::Tab::state() const { return isLoaded() ? page->model()->state() : document; }

int OpenTabs::add(const Tab& tab) {
  m_tabs << tab;  // before the bar tells that it has one more
  const int index = m_bar->addDocument();
  show(index);
  return index;
}

void OpenTabs::remove(int index) {
  m_tabs.removeAt(index);
  m_bar->removeTab(index);
  show(0);  // another one may no longer share its name
}

void OpenTabs::move(int from, int to) {
  m_tabs.move(from, to);
  remember();
}

void OpenTabs::replace(const OpenDocuments& documents) {
  const QSignalBlocker quiet(m_bar);
  ExperimentPage* page = m_tabs.front().page;
  m_tabs.clear();
  m_bar->removeTab(0);
  for (const OpenDocument& document : documents.documents) add({document, nullptr});
  m_tabs[documents.current].page = page;
  m_bar->setCurrentIndex(documents.current);
}

int OpenTabs::indexOf(const ExperimentPage* page) const {
  const auto at = std::ranges::find(m_tabs, page, &Tab::page);
  return at == m_tabs.end() ? -1 : static_cast<int>(at - m_tabs.begin());
}

int OpenTabs::indexOf(const QString& path) const {
  const auto at = std::ranges::find(m_tabs, path, [](const Tab& tab) { return tab.state().path; });
  return at == m_tabs.end() || path.isEmpty() ? -1 : static_cast<int>(at - m_tabs.begin());
}

void OpenTabs::show(int index) {
  if (index < 0 || index >= m_bar->count()) return;
  const Tab& tab = m_tabs[index];
  const OpenDocument state = tab.state();
  const ExperimentDocument* document = tab.isLoaded() ? tab.page->model()->document() : nullptr;
  const QString folder = document ? document->folder() : QString();
  // What has not been saved yet has its name alone.
  QStringList places;
  for (const Tab& each : m_tabs) {
    const OpenDocument shown = each.state();
    places << (shown.path.isEmpty() ? shown.title : shown.path);
  }
  const QStringList names = distinctNames(places);
  for (int i = 0; i < count(); ++i) m_bar->setTitle(i, names[i]);
  m_bar->showDocument(index,
                      !state.path.isEmpty() ? state.path
                      : folder.isEmpty()
                          ? tr("Not saved yet")
                          : tr("Not saved yet; paths are relative to %1").arg(folder),
                      document ? document->isModified() : QFile::exists(state.draft));
}

void OpenTabs::remember() {
  if (!m_remembers) return;
  OpenDocuments now;
  now.current = m_bar->currentIndex();
  for (const Tab& tab : m_tabs) now.documents << tab.state();
  if (now == m_remembered) return;
  m_remembered = now;
  now.remember();
}

}  // namespace trainyard
