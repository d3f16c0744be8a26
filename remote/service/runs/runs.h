// SPDX-License-Identifier: GPL-3.0-or-later
// Manages all runs of this user: starts, resumes, cancels and removes them, and follows open ones,
// on all targets. Lives in the service, on its only thread. After finish() nothing is running any
// more; jobs continue. An unreachable target only delays what needs it.
#pragma once

#include <map>

#include <QCoroTask>
#include <QObject>
#include <QSet>

#include "engine/contract/result.h"
#include "remote/service/runs/run_adoption.h"
#include "remote/service/runs/watched_runs.h"
#include "remote/service/protocol/methods.h"
#include "remote/service/registry/run_registry.h"
#include "remote/service/targets/target_registry.h"
#include "remote/submit/submit.h"

namespace trainyard {

class Runs : public QObject {
  Q_OBJECT

 public:
  Runs(RunRegistry& registry, TargetRegistry& targets);

  // Opens the store, follows open runs, continues unfinished submissions, and adopts this
  // computer's runs that are not in the store.
  Result<void> begin();
  QCoro::Task<void> finish();
  int openRuns() const { return m_watched.size() + m_submissions.size(); }

  RunRegistry& registry() { return m_registry; }
  Submissions& submissions() { return m_submissions; }
  // For an array: those of its tasks that are not complete. `changes` of settings, "path=value",
  // are for one run; errors: those of changeSettings().
  QCoro::Task<Result<void>> resume(QString run, QStringList changes,
                                   QProcessEnvironment environment, std::stop_token stop);
  // Like Cancellations::cancel.
  QCoro::Task<Result<QString>> cancel(QString run) { return m_cancels.cancel(std::move(run)); }
  QCoro::Task<Result<void>> remove(QString run, RemoveWhat what);
  // Single checkpoints of it (checkpoint_removal.h).
  QCoro::Task<Result<QStringList>> removeCheckpoints(QString run, QStringList names);
  // Adds the runs in the target's base folder that are not in the store.
  QCoro::Task<Result<ScanAnswer>> scan(QString target, std::stop_token stop);

  // Adds a trial's run that somebody else has submitted; false while its folder is not whole or has
  // no job yet.
  QCoro::Task<Result<bool>> adopt(QString target, QString folder, QStringList studyValues,
                                  std::stop_token stop);
  // Follows the newest job of such a run, if that is not known yet; false while it has no job.
  QCoro::Task<Result<bool>> takeNewestJob(QString run, std::stop_token stop);

  // Adds and follows a run that is not in the store; false if it cannot be added.
  bool add(const FoundRun& found);

  struct Found {
    RunRecord run;
    HeldTarget held;
  };
  // Returns the run with its target.
  Result<Found> find(const QString& run);

 private:
  QCoro::Task<void> follow(RunRecord run);
  QCoro::Task<void> fillSettings();
  void take(const RunRecord& run, const JobRecord& job, const QList<RunRecord>& tasks);
  QCoro::Task<Result<void>> resumeOne(RunRecord run, QProcessEnvironment environment,
                                      std::stop_token stop);
  QCoro::Task<Result<void>> change(RunRecord run, QStringList changes, std::stop_token stop);
  QCoro::Task<Result<void>> resumeTasks(QList<RunRecord> tasks, QProcessEnvironment environment,
                                        std::stop_token stop);
  QCoro::Task<Result<bool>> adopt(HeldTarget held, QString folder, QList<CopiedRun>& copies,
                                  std::stop_token stop);
  QCoro::Task<Result<void>> checkRemovable(Found found);
  QCoro::Task<Result<void>> forget(RunRecord run);
  Result<void> takeOut(const RunRecord& run);

  RunRegistry& m_registry;
  TargetRegistry& m_targets;
  Submissions m_submissions;
  Cancellations m_cancels;
  TaskGroup m_tasks;
  WatchedRuns m_watched;
  std::map<QString, int> m_adopted;  // by target, since the service began
  QSet<QString> m_removed;           // currently being removed
};

}  // namespace trainyard
