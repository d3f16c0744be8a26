// SPDX-License-Identifier: GPL-3.0-or-later
// The open runs, each watched until it ends.
#pragma once

#include <map>
#include <stop_token>

#include <QNetworkAccessManager>

#include "remote/process/task_group.h"
#include "remote/service/life/cancellations.h"
#include "remote/service/life/submissions.h"

namespace trainyard {

class WatchedRuns {
 public:
  // Watching is part of `tasks`, which end before this does.
  WatchedRuns(RunRegistry& registry, TargetRegistry& targets, Submissions& submissions,
              Cancellations& cancels, TaskGroup& tasks);

  // `job`: of a run that is not an array, whose state is derived from its tasks.
  void add(const RunRecord& run, const JobRecord& job);
  int size() const { return static_cast<int>(m_watched.size()); }
  // Whether the run is no longer watched, after a while.
  QCoro::Task<bool> settle(QString run);
  void stop(const QString& run);

 private:
  QCoro::Task<void> watch(RunRecord run, JobRecord job);
  QCoro::Task<void> watchArray(RunRecord run);

  RunRegistry& m_registry;
  TargetRegistry& m_targets;
  Submissions& m_submissions;
  Cancellations& m_cancels;
  TaskGroup& m_tasks;
  QNetworkAccessManager m_network;
  std::map<QString, std::stop_source> m_watched;  // stops watching a run
};

}  // namespace trainyard
