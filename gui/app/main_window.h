// SPDX-License-Identifier: GPL-3.0-or-later
// The main window: the rail with its places, and the page of the selected place, which shows its
// own notices. What can be done anywhere is in the command palette.
#pragma once

#include <QMainWindow>
#include <memory>

#include "gui/app/palette_entries.h"
#include "gui/app/page_links.h"
#include "gui/app/service_connection.h"
#include "gui/app/window_menu.h"
#include "gui/app/window_pages.h"
#include "gui/forms/help_topic.h"

namespace trainyard {

class CallOuts;
class CommandPalette;
class ConsentNotices;
class Rail;
class WindowHelp;
struct RunKind;

class MainWindow : public QMainWindow {
  Q_OBJECT
 public:
  // Both must outlive the window.
  MainWindow(ServiceClient* client, StoreReader* reader);

  WindowPages* pages() { return m_pages; }
  Rail* rail() { return m_rail; }
  WindowHelp* help() { return m_help; }
  CommandPalette* commandPalette() { return m_palette; }
  ConsentNotices* consents() { return m_consents; }
  const PaletteEntries& entries() const { return m_entries; }
  // Connects to the service and reconnects when necessary.
  void connectToService() { m_connection.connectToService(); }
  // Of the page that is shown.
  void showHelp();
  void moveToNextPane(int by);
  void switchTheme() { m_menu->switchTheme(); }

 protected:
  void closeEvent(QCloseEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void buildShortcuts();
  void bindDocumentKeys();
  void connectConsents(ServiceClient* client);
  void connectCallOuts();
  void connectHelp();
  void retranslate();
  HelpTopic helpOfPage() const;
  RunKind kindOfExperiment();
  void noteAlt(const QEvent& event);
  void showTitle();

  TargetList m_targets;
  Rail* m_rail;
  WindowPages* m_pages;
  WindowHelp* m_help;
  WindowMenu* m_menu;
  PaletteEntries m_entries;
  ServiceConnection m_connection;
  std::unique_ptr<PageLinks> m_links;
  CommandPalette* m_palette = nullptr;
  ConsentNotices* m_consents = nullptr;
  CallOuts* m_callOuts = nullptr;
  QAction* m_fourThings = nullptr;
  bool m_isAltAlone = false;  // nothing else was pressed since
};

}  // namespace trainyard
