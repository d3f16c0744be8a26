// SPDX-License-Identifier: GPL-3.0-or-later
// The main window: places on the left, and the page of the selected place, which shows its own
// notices. No page comes to the front by itself once the user has gone on to something else.
#pragma once

#include <QMainWindow>

#include "gui/runs/store_reader.h"
#include "gui/targets/target_list.h"
#include "remote/service/client/client.h"

class QActionGroup;
class QLabel;
class QMenu;
class QStackedWidget;
class QTimer;
class QToolBar;
class QToolButton;

namespace trainyard {

class ClustersPage;
class ExperimentPage;
class MessageBar;
class Page;
class QueuePage;
class RunsPage;

class MainWindow : public QMainWindow {
  Q_OBJECT
 public:
  // Both must outlive the window.
  MainWindow(ServiceClient* client, StoreReader* reader);

  ExperimentPage* experimentPage() { return m_experiments; }
  RunsPage* runsPage() { return m_runs; }
  ClustersPage* clustersPage() { return m_clusters; }
  void showPage(QWidget* page);
  // Connects to the service and reconnects when necessary.
  void connectToService();

 protected:
  void closeEvent(QCloseEvent* event) override;
  void changeEvent(QEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void buildPlaces();
  void buildLanguages();
  void buildThemes();
  void addPlace(const QString& icon, Page* page);
  void connectPages();
  void connectService();
  void retranslate();
  void showSubmitted(const QString& run);
  MessageBar* noticesOf(QWidget* page) const;
  QString storeRefusal() const;  // empty: none
  void showStore();
  void showConnection();
  void showAbout();
  void showTitle();
  QCoro::Task<void> runConnect();

  ServiceClient* m_client;
  TargetList m_targets;
  ExperimentPage* m_experiments;
  RunsPage* m_runs;
  ClustersPage* m_clusters;
  QueuePage* m_queue;
  QList<Page*> m_inOrder;  // as they are on the left
  QToolBar* m_places;
  QActionGroup* m_placeActions;
  QStackedWidget* m_pages;
  QAction* m_about = nullptr;
  QToolButton* m_language;
  QMenu* m_languages;
  QToolButton* m_theme;
  QMenu* m_themes;
  QLabel* m_connection;
  QTimer* m_retry;
  QString m_connectFailure;  // the last one shown
  int m_acts = 0;            // clicks and key presses of the user so far
  int m_actsAtSubmit = 0;
  bool m_mayClose = false;
  std::stop_source m_stop;
};

}  // namespace trainyard
