// SPDX-License-Identifier: GPL-3.0-or-later
// Follows one run from its job in the queue to its end: the state of the job in the scheduler, the
// attempts in the run folder and their events; and updates the store accordingly. If a target
// cannot be reached, only the run's reason changes.
#pragma once

#include <functional>
#include <optional>
#include <stop_token>

#include <QCoroTask>
#include <QDeadlineTimer>
#include <QNetworkAccessManager>
#include <QString>

#include "engine/contract/result.h"
#include "remote/follow/attempt_follower.h"
#include "remote/service/registry/run_registry.h"
#include "remote/service/targets/target_registry.h"

namespace trainyard {

class RunWatcher {
 public:
  enum class End {
    over,   // the job is gone, and the store has the run's end
    again,  // a new submission is needed: it reached its time limit at a site that does not
            // requeue, or was lost before it began
    stopped,
  };

  // `job` is the run's newest; an array's task has that of its parent, whose folder is `jobFolder`.
  RunWatcher(RunRegistry& registry, TargetRegistry& targets, QNetworkAccessManager& network,
             HeldTarget held, RunRecord run, JobRecord job, QString jobFolder);

  QCoro::Task<End> watch(std::stop_token stop);

 private:
  JobPlace place() const;
  QCoro::Task<Result<std::optional<AttemptCursor>>> nextAttempt(bool mayHaveNew,
                                                                std::stop_token stop);
  QCoro::Task<Result<QList<int>>> attemptNumbers(std::stop_token stop);
  QCoro::Task<void> follow(AttemptCursor cursor, std::stop_token stop);
  QCoro::Task<bool> isAttemptGone(int attempt, std::stop_token stop);
  bool wasStartedAgain(const JobState& state) const;
  QCoro::Task<void> closeAttempt(int attempt, std::stop_token stop);
  QCoro::Task<Result<End>> close(JobState state, std::stop_token stop);
  QCoro::Task<Result<void>> closeUnstarted(JobState state, std::stop_token stop);
  QCoro::Task<std::optional<QByteArray>> outputOfJob(std::stop_token stop);
  QCoro::Task<Result<bool>> isCancelled(std::stop_token stop);
  QCoro::Task<Result<bool>> wasNeverThere(JobState state, std::stop_token stop);
  QCoro::Task<Result<bool>> wantsAgain(RunState outcome, QString code, std::stop_token stop);
  std::optional<Message> requeuedBy(const JobState& state);

  bool isAway() const;
  Error away() const;
  void showQueue(const JobState& state);
  void report(const Message& reason);
  void forgetSaid() { m_shownReason.reset(); }
  void reached();
  void noteScheduler(const JobState& state);
  QCoro::Task<void> waitForTarget(Error error, std::stop_token stop);
  QCoro::Task<bool> pause(std::chrono::milliseconds time, std::stop_token stop);

  RunRegistry& m_registry;
  TargetRegistry& m_targets;
  QNetworkAccessManager& m_network;
  HeldTarget m_held;
  Host& m_host;
  Scheduler& m_scheduler;
  RunRecord m_run;
  JobRecord m_job;
  QString m_jobFolder;

  std::optional<QString> m_shownReason;  // the reason in the store, in English
  bool m_schedulerIsSilent = false;
  Message m_way;  // how it is followed, if that should be shown
  double m_lastReached = 0, m_unreachableSince = 0;
  std::optional<Error> m_awayReason;  // while that is the reason
  bool m_looked = false;              // the attempts that already existed are known
  int m_restarts = 0;                 // when the followed attempt was first seen
  bool m_sawRunning = false;          // while it was followed
  QDeadlineTimer m_attemptFresh, m_nextLook, m_nextHaste;
};

}  // namespace trainyard
