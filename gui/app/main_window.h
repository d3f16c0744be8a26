// The window: places on the left, the page of the chosen place, one strip for what went wrong.
#pragma once

#include <QMainWindow>

#include "gui/runs/store_reader.h"
#include "gui/targets/target_list.h"
#include "remote/service/client/client.h"

class QActionGroup;
class QLabel;
class QStackedWidget;
class QTimer;
class QToolBar;

namespace trainyard {

class ClustersPage;
class ExperimentPage;
class NoticeStrip;
class RunsPage;

class MainWindow : public QMainWindow {
  Q_OBJECT
 public:
  // Both must outlive the window.
  MainWindow(ServiceClient* client, StoreReader* reader);

  ExperimentPage* experimentPage() { return m_experiments; }
  RunsPage* runsPage() { return m_runs; }
  ClustersPage* clustersPage() { return m_clusters; }
  enum class Place { experiments, runs, clusters };
  void goTo(Place place);
  // Starts the connection to the service and keeps it.
  void connectToService();

 protected:
  void closeEvent(QCloseEvent* event) override;

 private:
  void buildPlaces();
  void addPlace(const QString& title, const QString& icon, QWidget* page);
  void showConnection();
  void showAbout();
  void showTitle();
  QCoro::Task<void> runConnect();

  ServiceClient* m_client;
  TargetList m_targets;
  ExperimentPage* m_experiments;
  RunsPage* m_runs;
  ClustersPage* m_clusters;
  NoticeStrip* m_notice;
  QToolBar* m_places;
  QActionGroup* m_placeActions;
  QStackedWidget* m_pages;
  QLabel* m_connection;
  QTimer* m_retry;
  std::stop_source m_stop;
};

}  // namespace trainyard
