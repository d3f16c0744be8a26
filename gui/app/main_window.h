// SPDX-License-Identifier: GPL-3.0-or-later
// The main window: the rail with its places, and the page of the selected place, which shows its
// own notices. What can be done anywhere is in the command palette. No page comes to the front by
// itself once the user has gone on to something else.
#pragma once

#include <QMainWindow>
#include <QStackedWidget>

#include "gui/forms/help_topic.h"
#include "gui/forms/palette_search.h"
#include "gui/app/place_history.h"
#include "gui/app/place_link.h"
#include "gui/runs/records/store_reader.h"
#include "gui/targets/free_gpus.h"
#include "gui/targets/target_list.h"
#include "remote/service/client/client.h"

class QMenu;
class QTimer;

namespace trainyard {

class ClustersPage;
class CallOuts;
class CommandPalette;
class ConsentNotices;
class ExperimentPage;
class ExperimentTabs;
class FilesPage;
class HomePage;
class MessageBar;
class Page;
class QueuePage;
class Rail;
class RunsPage;
class StudiesPage;
class WindowHelp;
struct RunKind;

class MainWindow : public QMainWindow {
  Q_OBJECT
 public:
  // Both must outlive the window.
  MainWindow(ServiceClient* client, StoreReader* reader);

  ExperimentTabs* experimentTabs() { return m_experiments; }
  ExperimentPage* experimentPage();  // of the document that is shown
  RunsPage* runsPage() { return m_runs; }
  StudiesPage* studiesPage() { return m_studies; }
  ClustersPage* clustersPage() { return m_clusters; }
  Rail* rail() { return m_rail; }
  WindowHelp* help() { return m_help; }
  CommandPalette* commandPalette() { return m_palette; }
  ConsentNotices* consents() { return m_consents; }
  void showPage(QWidget* page);
  // Goes to a place or a part of one: "runs", "runs/UUID/logs", "clusters/NAME".
  void goTo(const QString& address);
  // A run once it is known, or an experiment.
  void follow(const PlaceLink& link);
  // Everything that the command palette offers now.
  QList<PaletteEntry> paletteEntries();
  // What it offers for a text that is a link.
  std::optional<PaletteEntry> linkEntry(const QString& text);
  // Goes where the last window was.
  void restorePlace();
  // Connects to the service and reconnects when necessary.
  void connectToService();

 protected:
  void closeEvent(QCloseEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void buildShortcuts();
  // Goes to a place of runs once it is known which there are, unless the user has begun something
  // else.
  void goToRun(const QString& place);
  QString runOf(const QString& start) const;
  void buildMenu();
  void addPlace(const QString& address, const QString& icon, Page* page);
  void connectPages();
  void connectHome();
  void connectRuns(StoreReader* reader);
  void connectPractice();
  void connectFiles();
  void connectConsents();
  void connectCallOuts();
  void noteOpenRuns();
  void showClusters();
  void switchTheme();
  void connectService();
  void retranslate();
  void showSubmitted(const QString& run, const QString& original, bool isSearch);
  void showStudy(const QString& study, int numRuns);
  // As the user chooses a place: one that is shown goes back to its start.
  void choosePlace(int number);
  void connectStudies();
  void showSearch(const QString& study);
  MessageBar* noticesOf(QWidget* page) const;
  QString storeRefusal() const;  // empty: none
  void showStore();
  void showConnection();
  QList<PaletteEntry> pageCommands();
  void connectHelp();
  HelpTopic helpOfPage() const;
  RunKind kindOfExperiment();
  void moveToNextPane(int by);
  void noteAlt(const QEvent& event);
  void showAbout();
  void showTitle();
  QCoro::Task<void> runConnect();

  ServiceClient* m_client;
  TargetList m_targets;
  FreeGpus m_freeGpus;
  HomePage* m_home;
  ExperimentTabs* m_experiments;
  RunsPage* m_runs;
  StudiesPage* m_studies;
  ClustersPage* m_clusters;
  QueuePage* m_queue;
  FilesPage* m_files;
  QList<Page*> m_inOrder;   // as they are in the rail
  QStringList m_addresses;  // of the pages, in the same order
  PlaceHistory m_history;
  bool m_isMoving = false;  // back or forward: the history is told already
  Rail* m_rail;
  QStackedWidget* m_pages = new QStackedWidget;
  WindowHelp* m_help;
  CommandPalette* m_palette;
  ConsentNotices* m_consents = nullptr;
  CallOuts* m_callOuts = nullptr;
  QAction* m_fourThings = nullptr;
  QAction* m_notifications = nullptr;
  QAction* m_about = nullptr;
  QMenu* m_languages = nullptr;
  QMenu* m_themes = nullptr;
  QTimer* m_retry;
  QString m_connectFailure;   // the last one shown
  bool m_isAltAlone = false;  // nothing else was pressed since
  int m_acts = 0;             // clicks and key presses of the user so far
  int m_actsAtSubmit = 0;
  std::stop_source m_stop;
};

}  // namespace trainyard
