// SPDX-License-Identifier: GPL-3.0-or-later
// The place of experiments: a tab for each open document. What belongs to one document (text,
// history, findings, draft, target, place in the form) is in its own page, which is built when its
// tab is first shown. There is always at least one.
#pragma once

#include <QStackedWidget>

#include "gui/experiments/document_opener.h"
#include "gui/experiments/open_tabs.h"
#include "gui/forms/page.h"
#include "gui/forms/presets.h"
#include "gui/targets/target_list.h"

namespace trainyard {

class DocumentMenus;
class DocumentTabBar;
class ExperimentPage;

class ExperimentTabs : public Page {
  Q_OBJECT
 public:
  using Then = std::function<void(ExperimentPage&)>;

  // Both must outlive it.
  ExperimentTabs(ServiceClient* client, TargetList* targets);
  ~ExperimentTabs() override;

  QString title() const override { return tr("Experiments"); }

  QList<QAbstractButton*> commandButtons() const override;
  ExperimentPage* current() const;
  DocumentTabBar* bar() { return m_bar; }
  DocumentMenus* menus() { return m_menus; }
  int count() const { return m_tabs.count(); }
  void showDocument(int index);

  // Each file in a tab; one that is open already is shown. `then` gets each one's page.
  void open(const QStringList& paths, const Then& then = {});
  void openCopy(const ExperimentCopy& copy);
  void importFiles(const QStringList& paths);
  void openPreset(const Preset& preset);
  void startNew();
  // With `patterns`, such as "*.py", such files are listed first.
  void askOpen(const QString& patterns = {});
  void askImport(const QString& patterns = {});
  // Opens the file and submits it to this computer.
  void runFile(const QString& path);
  // Opens the file and types this into one of its fields.
  void openWith(const QString& path, const QString& field, const QString& entry);

  // Asks first if something would be lost. What is closed without being saved can be opened again.
  void close(int index);
  void openClosed();

  // Opens the documents of the last window, and remembers from then on which are open.
  void restore();
  // The window closes: nothing is lost, what is not saved is there when the next one opens.
  void keepAll();
  // Offers to recover the draft of a window that is gone; does nothing if there is none.
  void offerDraft();

 signals:
  void submissionBegan();
  // `original`: the run whose experiment the document was made from; may be empty. `isSearch`: the
  // run is a search, whose study has its UUID.
  void submitted(const QString& run, const QString& original, bool isSearch);
  void studySubmitted(const QString& study, int numRuns);
  void searchStarted(const QString& study);
  // A submission found an error in a field; it is shown there.
  void refused();
  // The name of the document that is shown, and whether it is saved.
  void titleChanged();
  // A document was opened because somebody asked for it.
  void opened();
  void saved();

 private:
  void layOut();
  void buildKeys();
  void connectMenus();
  ExperimentPage* buildPage();
  void connectPage(ExperimentPage* page);
  // Whether the document that is shown is a new one that nobody has changed.
  bool isFree() const;
  // That one, or another tab.
  ExperimentPage* freePage();
  void activate(int index);
  // Reads the document of a tab that comes from an earlier window.
  void load(int index);
  DocumentOpener::Take takeWith(const Then& then);
  void take(const OpenedDocument& opened, const Then& then);
  void closeNow(int index);
  void closeWithout(ExperimentPage* page);
  void turn(int by);
  void showFailure(const QString& sentence);

  ServiceClient* m_client;
  TargetList* m_targets;
  DocumentOpener m_opener;
  DocumentTabBar* m_bar;
  DocumentMenus* m_menus;
  QStackedWidget* m_stack = new QStackedWidget;
  OpenTabs m_tabs;
};

}  // namespace trainyard
