// SPDX-License-Identifier: GPL-3.0-or-later
// What the pages of the window ask of each other, and what the rail shows of them.
#pragma once

#include <QObject>
#include <functional>

#include "gui/targets/free_gpus.h"
#include "gui/targets/target_list.h"

namespace trainyard {

class Rail;
class StoreReader;
class WindowPages;

class PageLinks : public QObject {
  Q_OBJECT
 public:
  // All must outlive it.
  PageLinks(ServiceClient* client, StoreReader* reader, TargetList* targets, WindowPages* pages,
            Rail* rail);

  void showClusters();

 private:
  void connectExperiments();
  void connectSubmissions();
  void connectRuns();
  void connectStudies();
  void connectHome();
  void connectRail(StoreReader* reader);
  void connectPractice();
  void connectFiles();
  void noteOpenRuns();
  // Shows what has been submitted; or, if the user has begun something else, offers to.
  void showSubmitted(const QString& news, const QString& offer, const std::function<void()>& show);
  void showRun(const QString& run, const QString& original, bool isSearch);
  void showStudy(const QString& study, int numRuns);
  void showSearch(const QString& study);

  TargetList* m_targets;
  WindowPages* m_pages;
  Rail* m_rail;
  FreeGpus m_freeGpus;
  int m_actsAtSubmit = 0;
};

}  // namespace trainyard
