// SPDX-License-Identifier: GPL-3.0-or-later
// The documents that are open, in the order of their tabs, each with its page once that is built:
// how their tabs are titled, and which of them the next window opens again.
#pragma once

#include <QCoreApplication>

#include "gui/experiments/document/open_documents.h"

namespace trainyard {

class DocumentTabBar;
class ExperimentPage;

class OpenTabs {
  Q_DECLARE_TR_FUNCTIONS(trainyard::OpenTabs)
 public:
  struct Tab {
    OpenDocument document;           // until its page is built
    ExperimentPage* page = nullptr;  // owned by the stack

    // Whether its document has been read.
    bool isLoaded() const;
    OpenDocument state() const;
  };

  explicit OpenTabs(DocumentTabBar* bar) : m_bar(bar) {}

  const QList<Tab>& all() const { return m_tabs; }
  int count() const { return static_cast<int>(m_tabs.size()); }
  Tab& at(int index) { return m_tabs[index]; }
  int add(const Tab& tab);
  void remove(int index);
  void move(int from, int to);
  // Instead of the only one.
  void replace(const OpenDocuments& documents);
  int indexOf(const ExperimentPage* page) const;  // -1: it has no tab any more
  int indexOf(const QString& path) const;
  // Titles all, as names may no longer be shared, and shows what is known of one.
  void show(int index);

  void startRemembering() { m_remembers = true; }
  // Once it is asked to: so that the next window opens them again.
  void remember();

 private:
  DocumentTabBar* m_bar;
  QList<Tab> m_tabs;
  bool m_remembers = false;
  OpenDocuments m_remembered;
};

}  // namespace trainyard
