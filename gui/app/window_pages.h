// SPDX-License-Identifier: GPL-3.0-or-later
// The pages of the window, in the order of the rail: which one is shown, where in it, and where the
// user has been. No page comes to the front by itself once the user has gone on to something else.
#pragma once

#include <QStackedWidget>

#include "gui/app/place_history.h"
#include "gui/app/place_link.h"
#include "gui/targets/target_list.h"

namespace trainyard {

class ClustersPage;
class ExperimentPage;
class ExperimentTabs;
class FilesPage;
class HomePage;
class MessageBar;
class Page;
class QueuePage;
class Rail;
class RunsPage;
class StoreReader;
class StudiesPage;

class WindowPages : public QStackedWidget {
  Q_OBJECT
 public:
  // All must outlive it.
  WindowPages(ServiceClient* client, StoreReader* reader, TargetList* targets, Rail* rail);

  HomePage* home() { return m_home; }
  ExperimentTabs* experiments() { return m_experiments; }
  ExperimentPage* experiment();  // of the document that is shown
  RunsPage* runs() { return m_runs; }
  StudiesPage* studies() { return m_studies; }
  QueuePage* queue() { return m_queue; }
  ClustersPage* clusters() { return m_clusters; }
  FilesPage* files() { return m_files; }
  const QList<Page*>& inOrder() const { return m_inOrder; }
  Page* current() const;
  // Of the page that is shown.
  MessageBar* notices() const;

  // Puts them into the window and the rail.
  void fill();
  void retranslate();
  void showPage(QWidget* page);
  // As the user chooses a place: one that is shown goes back to its start.
  void choose(int number);
  // Goes to a place or a part of one: "runs", "runs/UUID/logs", "clusters/NAME".
  void goTo(const QString& address);
  // A run once it is known, or an experiment.
  void follow(const PlaceLink& link);
  // Goes where the last window was.
  void restore();
  void goBack();
  void goForward();
  // A click or key press of the user.
  void noteAct() { ++m_acts; }
  int acts() const { return m_acts; }  // so far

 private:
  void add(const QString& address, const QString& icon, Page* page);
  // The address of what a page shows; its own part is empty at its start.
  QString addressOf(const QWidget* page, const QString& part) const;
  void visitWithin(QWidget* page, const QString& part);
  void move(const QString& address);
  // Goes to a place of runs once it is known which there are, unless the user has begun something
  // else.
  void goToRun(const QString& place);
  QString runOf(const QString& start) const;

  Rail* m_rail;
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
  int m_acts = 0;
};

}  // namespace trainyard
