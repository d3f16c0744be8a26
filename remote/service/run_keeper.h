// Keeps all runs of this user on this computer: starts, resumes, cancels and removes them, follows the open ones, and alone writes
// the store. Lives in the service, on its one thread. After finish() nothing of it runs any more; the jobs go on.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include <QCoroTask>
#include <QNetworkAccessManager>
#include <QObject>
#include <QSet>

#include "engine/contract/events.h"
#include "engine/contract/result.h"
#include "remote/follow/attempt_follower.h"
#include "remote/host/here_host.h"
#include "remote/process/task_group.h"
#include "remote/scheduler/direct_scheduler.h"
#include "remote/store/run_store.h"
#include "remote/store/run_writer.h"
#include "remote/submit/submit.h"

namespace trainyard {

class RunKeeper : public QObject {
  Q_OBJECT

 public:
  // `programs`: the folder of yard, yard-agent and engine.
  RunKeeper(QString storePath, QString base, QString programs);

  // Opens the store, adopts runs that it does not know, and follows what is open.
  Result<void> begin();
  QCoro::Task<void> finish();
  int openRuns() const { return static_cast<int>(m_monitored.size()); }

  QCoro::Task<Result<StartedRun>> submit(ExperimentSource source, QString target);
  Result<RenderedSubmission> render(const ExperimentSource& source, const QString& target) const;
  QCoro::Task<Result<void>> resume(QString run, QProcessEnvironment environment);
  QCoro::Task<Result<void>> cancel(QString run);
  enum class Remove { checkpoints, all };
  QCoro::Task<Result<void>> remove(QString run, Remove what);
  // Adds the runs of the base folder that the store does not know; returns how many.
  Result<int> scan();

  Result<RunRecord> find(const QString& run) { return m_store.run(run); }
  Host& host() { return m_host; }

 signals:
  void changed(const QString& run);
  void imported(const QString& run, int attempt, const std::vector<trainyard::Event>& events);

 private:
  void monitor(const QString& run, const QString& folder, const JobRecord& job);
  QCoro::Task<void> watchRun(QString run, QString folder, JobRecord job);
  QCoro::Task<FollowEnd> followAttempt(QString run, QString folder, JobRecord job, AttemptCursor cursor);
  QCoro::Task<void> closeLost(QString run, QString folder, JobRecord job, int attempt);
  QCoro::Task<void> closeUnstarted(QString run, QString folder, JobRecord job);
  QCoro::Task<bool> settle(QString run);
  bool adopt(const QString& folder);
  Result<void> checkTarget(const QString& target) const;
  Result<void> checkRemovable(const RunRecord& run);
  void reportStore(const Result<void>& done);

  QString m_base;
  HereHost m_host;
  DirectScheduler m_scheduler;
  Target m_target;
  RunStore m_store;
  RunWriter m_writer;
  QNetworkAccessManager m_network;
  TaskGroup m_tasks;
  QSet<QString> m_monitored;
  QSet<QString> m_busy;  // being resumed or removed
};

}  // namespace trainyard
