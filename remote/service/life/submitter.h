// SPDX-License-Identifier: GPL-3.0-or-later
// Performs one submission: does what decideSubmission() answers, until the job exists or none will.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include <QCoroTask>
#include <QProcessEnvironment>

#include "engine/contract/result.h"
#include "remote/service/life/study_turns.h"
#include "remote/service/life/submission_decision.h"
#include "remote/service/registry/run_dependencies.h"
#include "remote/service/registry/run_registry.h"
#include "remote/service/targets/target_registry.h"
#include "remote/submit/submit.h"

namespace trainyard {

class Submitter {
 public:
  // `run`: of a further job, as it was before. `ending`: the service ends, and the next continues.
  Submitter(RunRegistry& registry, TargetRegistry& targets, RunRecord run,
            SubmissionRequest request, QProcessEnvironment environment, std::stop_token ending);

  const RunRecord& run() const { return m_run; }
  SubmissionRequest& request() { return m_request; }
  bool isHeld() const { return m_request.state == SubmissionState::held; }
  HeldRun turn() const {
    return {m_run.run, m_run.study, m_run.created, m_request.parallel, m_request.failFast};
  }
  // Warnings, for the callers.
  const std::vector<Diagnostic>& diagnostics() const { return m_diagnostics; }
  const std::optional<Result<void>>& result() const { return m_result; }
  int callers = 0;  // that wait for the result

  static QCoro::Task<void> drive(std::shared_ptr<Submitter> self);
  void turnCame();
  void cancel();
  // At once, since nothing is being done for one that is held.
  void endHeld(SubmissionCancel cancel);
  // Ends what is being done.
  void stop() { m_stop.request_stop(); }
  void report(const char* code, Map arguments = {});

  // The job exists. `tasks`: the runs of an array's tasks. `isCancelled`: it must be ended.
  std::function<void(const JobRecord& job, const QList<RunRecord>& tasks, bool isCancelled)>
      started;
  std::function<void()> closed;  // it is no longer in the store

 private:
  SubmissionObservation observe() const;
  QCoro::Task<void> perform(submission::WaitForTurn step);
  QCoro::Task<void> perform(submission::LeaveToNext step);
  QCoro::Task<void> perform(submission::Close step);
  QCoro::Task<void> perform(submission::ReachTarget step);
  QCoro::Task<void> perform(submission::ChooseNumber step);
  QCoro::Task<void> perform(submission::Submit step);
  QCoro::Task<void> perform(submission::CountLost step);
  QCoro::Task<void> perform(submission::Discard step);
  QCoro::Task<void> perform(submission::LeaveCancelToJob step);
  QCoro::Task<void> perform(submission::WaitForTarget step);
  QCoro::Task<void> perform(submission::End step);
  QCoro::Task<Result<void>> submitNew(bool mayExist);
  QCoro::Task<Result<void>> submitFurther(int number, bool mayExist);
  void advance(SubmissionEvent event) { m_request.state = after(m_request.state, event); }
  void note(SubmissionStep step, const Result<void>& done);
  void settle(Result<void> result);
  void close();
  Result<void> store();
  Result<void> writeEnd(const submission::End& end);
  JobsBefore jobsBefore(Unknown unknown);
  void noteLost(int submission);
  Result<void> noteJob(const JobRecord& job);
  Result<QList<RunRecord>> noteTasks(const StartedRun& run, const JobRecord& job);
  void noteStage(SubmissionStage stage);
  void noteProgress(const TransferProgress& progress);

  RunRegistry& m_registry;
  TargetRegistry& m_targets;
  RunRecord m_run;
  SubmissionRequest m_request;
  QProcessEnvironment m_environment;
  std::stop_token m_ending;
  std::stop_source m_stop;             // of the current step
  SubmissionObservation m_seen;        // but for what observe() adds
  std::optional<HeldTarget> m_target;  // once it was reached
  SubmissionStage m_stage = SubmissionStage::checking;
  QString m_shown;                    // the reason in the store, in English
  std::optional<Error> m_awayReason;  // while it is waiting for its target
  std::vector<Diagnostic> m_diagnostics;
  std::optional<Result<void>> m_result;
  bool m_isLeft = false;  // nothing more is done for it here
};

// What an experiment says of its run.
void setDescription(RunRecord& record, const Experiment& experiment);

}  // namespace trainyard
