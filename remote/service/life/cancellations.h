// SPDX-License-Identifier: GPL-3.0-or-later
// Delivers cancellations to jobs. A cancellation is in the store from the request until it is
// delivered or the run has ended: if it could not be delivered, for whatever reason, it is retried,
// if necessary by the next service. One thread.
#pragma once

#include <map>

#include <QCoroTask>
#include <QObject>

#include "engine/contract/result.h"
#include "remote/process/task_group.h"
#include "remote/service/registry/run_registry.h"
#include "remote/service/life/submissions.h"
#include "remote/service/targets/target_registry.h"
#include "remote/target/target.h"

namespace trainyard {

class Cancellations : public QObject {
  Q_OBJECT

 public:
  Cancellations(RunRegistry& registry, TargetRegistry& targets, Submissions& submissions);

  // Continues with what was not delivered when the service ended. Must be called after
  // Submissions::begin().
  Result<void> begin();
  QCoro::Task<void> finish();

  // Empty if it was delivered; else a sentence that says what it is waiting for. Error "run.ended".
  QCoro::Task<Result<QString>> cancel(QString run);
  // Whether a cancellation of the run is pending.
  bool isOpen(const QString& run) const { return m_open.contains(run); }

 private:
  void meetJob(const RunRecord& run, const JobRecord& job, bool isCancelled);
  void forget(const QString& run);
  QCoro::Task<void> deliver(QString run, bool waitsFirst);
  QCoro::Task<Result<void>> tryOnce(RunRecord run);
  QCoro::Task<Result<void>> mark(const Target& target, RunRecord run);

  RunRegistry& m_registry;
  TargetRegistry& m_targets;
  Submissions& m_submissions;
  TaskGroup m_tasks;
  std::map<QString, int> m_open;  // the submission to cancel, by run
};

}  // namespace trainyard
