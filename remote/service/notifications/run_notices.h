// SPDX-License-Identifier: GPL-3.0-or-later
// What about runs is worth telling a person who does not look: decided from the records of the
// store and the events as they arrive. No notice is repeated.
#pragma once

#include <vector>

#include <QHash>
#include <QSet>
#include <QString>

#include "engine/contract/result.h"
#include "engine/contract/run/events.h"
#include "remote/service/notifications/loss_watch.h"
#include "remote/store/records.h"

namespace trainyard {

struct RunNotice {
  const char* event;  // as in notificationEvents()
  QString run;
  QString name, target;
  Error text;  // a message and what it renders to
};

class RunNotices {
 public:
  // Tasks of arrays and trials of studies are told of only through what they belong to.
  static bool isTold(const RunRecord& run);

  // A run as it is when the service begins, or before its first events: nothing is new.
  void know(const RunRecord& run);
  bool isKnown(const QString& run) const { return m_known.contains(run) || isUntold(run); }
  // A known one of which nothing is told.
  bool isUntold(const QString& run) const { return m_untold.contains(run); }
  // A run has changed. `now`: Unix seconds.
  std::vector<RunNotice> changed(const RunRecord& run, double now);
  // Events of an attempt of a known run have arrived; old ones tell nothing.
  std::vector<RunNotice> arrived(const QString& run, int attempt, const std::vector<Event>& events,
                                 double now);
  // Time has passed.
  std::vector<RunNotice> passed(double now);
  // So much is free in a target's base folder, of a quota where there is one.
  struct Space {
    QString base;
    qint64 freeBytes = 0;
    std::optional<qint64> quotaBytes{};
  };
  std::vector<RunNotice> spaceIs(const QString& target, const Space& space);

 private:
  struct Known {
    RunRecord run;
    int attempt = 0;
    double firstStep = 0, lastStep = 0;  // times of arrival
    qint64 steps = 0;
    double idleSince = 0;  // 0: its GPUs work, or nothing is known of them
    bool hasSaidStalled = false, hasSaidIdle = false, hasSaidNotFinite = false;
    LossWatch loss{};
  };

  void takeMetrics(Known& known, const MetricsEvent& metrics, double time,
                   std::vector<RunNotice>& out);
  static void takeSystem(Known& known, const SystemEvent& system, double time);

  QHash<QString, Known> m_known;
  QSet<QString> m_untold;
  QSet<QString> m_low;  // targets that were told of as nearly full
};

}  // namespace trainyard
