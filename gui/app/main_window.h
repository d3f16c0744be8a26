// SPDX-License-Identifier: GPL-3.0-or-later
// The window: places on the left, and the page of the chosen place, on which lies what there is to
// tell about it. No page comes to the front by itself once a person went on to do something else.
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
  enum class Place { experiments, runs, clusters, queue };
  void showPage(Place place);
  // Starts the connection to the service and keeps it.
  void connectToService();

 protected:
  void closeEvent(QCloseEvent* event) override;
  void changeEvent(QEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void buildPlaces();
  void buildLanguages();
  void addPlace(const QString& icon, QWidget* page);
  void connectPages();
  void connectService();
  void retranslate();
  void showIcons();
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
  QToolBar* m_places;
  QActionGroup* m_placeActions;
  QStackedWidget* m_pages;
  QAction* m_about = nullptr;
  QToolButton* m_language;
  QMenu* m_languages;
  QLabel* m_connection;
  QTimer* m_retry;
  QString m_connectFailure;  // the last that was told
  int m_acts = 0;            // clicks and keys of the person so far
  int m_actsAtSubmit = 0;
  bool m_mayClose = false;
  std::stop_source m_stop;
};

}  // namespace trainyard
