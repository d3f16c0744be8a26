// SPDX-License-Identifier: GPL-3.0-or-later
// Follows one run from its job in the queue to its end: does what decideWatch() answers, and
// updates the store accordingly. If a target cannot be reached, only the run's reason changes.
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
#include "remote/service/life/run_reports.h"
#include "remote/service/life/watch_decision.h"
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
  // `hasOpenCancel`: whether a cancellation of the run is yet to be delivered.
  RunWatcher(RunRegistry& registry, TargetRegistry& targets, QNetworkAccessManager& network,
             HeldTarget held, RunRecord run, JobRecord job, QString jobFolder,
             std::function<bool()> hasOpenCancel);

  QCoro::Task<End> watch(std::stop_token stop);

 private:
  JobPlace place() const;
  void beginRound();
  QCoro::Task<void> perform(watching::Read step, std::stop_token stop);
  QCoro::Task<void> perform(watching::NoteAnswer step, std::stop_token stop);
  QCoro::Task<void> perform(watching::Follow step, std::stop_token stop);
  QCoro::Task<void> perform(watching::ShowQueue step, std::stop_token stop);
  QCoro::Task<void> perform(watching::CloseAttempt step, std::stop_token stop);
  QCoro::Task<void> perform(watching::ReplaceEnd step, std::stop_token stop);
  QCoro::Task<void> perform(watching::WaitForTarget step, std::stop_token stop);
  QCoro::Task<void> perform(watching::NextRound step, std::stop_token stop);
  QCoro::Task<void> perform(watching::Finish step, std::stop_token stop);
  QCoro::Task<void> perform(watching::SubmitAgain step, std::stop_token stop);
  QCoro::Task<Result<void>> read(watching::Fact fact, std::stop_token stop);
  QCoro::Task<Result<void>> readAttempts(std::stop_token stop);
  QCoro::Task<Result<QList<int>>> attemptNumbers(std::stop_token stop);
  QCoro::Task<void> endProcesses(std::stop_token stop);
  QCoro::Task<Result<void>> readCancelMark(std::stop_token stop);
  QCoro::Task<Result<void>> readFollows(std::stop_token stop);
  QCoro::Task<std::optional<QByteArray>> outputOfJob(std::stop_token stop);
  Result<void> readStore();
  Result<KnownRun> storedRun();
  void readProgress();
  QCoro::Task<FollowEnd> follow(AttemptCursor cursor, std::stop_token stop);
  Result<void> importEvents(int attempt, const EventBatch& batch);
  void noteFile(const Error& why);
  QCoro::Task<bool> isAttemptGone(std::stop_token stop);
  void noteRestarts(const JobState& state);
  QCoro::Task<void> wait(const Error& why, std::stop_token stop);

  RunRegistry& m_registry;
  TargetRegistry& m_targets;
  QNetworkAccessManager& m_network;
  HeldTarget m_held;
  RunRecord m_run;
  JobRecord m_job;
  QString m_jobFolder;
  std::function<bool()> m_hasOpenCancel;
  RunReports m_reports;
  WatchObservation m_seen;
  FollowedAttempt m_followed;
  QDeadlineTimer m_nextHaste;
  std::optional<End> m_end;
};

}  // namespace trainyard
