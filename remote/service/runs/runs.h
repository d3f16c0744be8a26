// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps all runs of this user: starts, resumes, cancels and removes them, follows the open ones,
// wherever they are. Lives in the service, on its one thread. After finish() nothing of it runs any
// more; the jobs go on. A target that cannot be reached delays only what needs it.
#pragma once

#include <map>

#include <QCoroTask>
#include <QNetworkAccessManager>
#include <QObject>
#include <QSet>

#include "engine/contract/result.h"
#include "remote/process/task_group.h"
#include "remote/service/submission/cancellations.h"
#include "remote/service/registry/run_registry.h"
#include "remote/service/submission/submissions.h"
#include "remote/service/targets/target_registry.h"
#include "remote/submit/submit.h"

namespace trainyard {

class Runs : public QObject {
  Q_OBJECT

 public:
  Runs(RunRegistry& registry, TargetRegistry& targets);

  // Opens the store, follows what is open, goes on with submissions that were being made, and
  // adopts this computer's runs that the store does not know.
  Result<void> begin();
  QCoro::Task<void> finish();
  int openRuns() const { return static_cast<int>(m_monitored.size()) + m_submissions.size(); }

  RunRegistry& registry() { return m_registry; }
  Submissions& submissions() { return m_submissions; }
  // Of an array: of those of its tasks that are not complete.
  QCoro::Task<Result<void>> resume(QString run, QProcessEnvironment environment,
                                   std::stop_token stop);
  // As Cancellations's.
  QCoro::Task<Result<QString>> cancel(QString run) { return m_cancels.cancel(std::move(run)); }
  QCoro::Task<Result<void>> remove(QString run, RemoveWhat what);
  // Adds the runs of the target's base folder that the store does not know; returns how many.
  QCoro::Task<Result<int>> scan(QString target, std::stop_token stop);

  struct Found {
    RunRecord run;
    HeldTarget held;
  };
  // The run with the target that it is on.
  Result<Found> find(const QString& run);

 private:
  void monitor(const RunRecord& run, const JobRecord& job);
  QCoro::Task<void> watch(RunRecord run, JobRecord job);
  QCoro::Task<void> watchArray(RunRecord run);
  QCoro::Task<void> follow(RunRecord run);
  void take(const RunRecord& run, const JobRecord& job, const QList<RunRecord>& tasks);
  QCoro::Task<Result<void>> resumeOne(RunRecord run, QProcessEnvironment environment,
                                      std::stop_token stop);
  QCoro::Task<Result<void>> resumeTasks(QList<RunRecord> tasks, QProcessEnvironment environment,
                                        std::stop_token stop);
  QCoro::Task<bool> settle(QString run);
  QCoro::Task<Result<bool>> adopt(HeldTarget held, QString folder, std::stop_token stop);
  QCoro::Task<Result<void>> checkRemovable(Found found);
  QCoro::Task<Result<void>> forget(RunRecord run);

  RunRegistry& m_registry;
  TargetRegistry& m_targets;
  QNetworkAccessManager m_network;
  Submissions m_submissions;
  Cancellations m_cancels;
  TaskGroup m_tasks;
  std::map<QString, std::stop_source> m_monitored;  // what ends the following of a run
  QSet<QString> m_removed;                          // being removed just now
};

}  // namespace trainyard
