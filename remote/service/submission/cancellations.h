// SPDX-License-Identifier: GPL-3.0-or-later
// Takes cancels to the jobs that they mean. One is in the store from the moment it was asked for
// until it is delivered or the run is over: where it could not be delivered, for whatever reason,
// it is tried again, by the next service if need be. One thread.
#pragma once

#include <map>

#include <QCoroTask>
#include <QObject>

#include "engine/contract/result.h"
#include "remote/process/task_group.h"
#include "remote/service/registry/run_registry.h"
#include "remote/service/submission/submissions.h"
#include "remote/service/targets/target_registry.h"
#include "remote/target/target.h"

namespace trainyard {

class Cancellations : public QObject {
  Q_OBJECT

 public:
  Cancellations(RunRegistry& registry, TargetRegistry& targets, Submissions& submissions);

  // Goes on with what was not delivered when the service ended. After the submissions have begun.
  Result<void> begin();
  QCoro::Task<void> finish();

  // Nothing when it is delivered; else a sentence that says for what it waits. Error "run.ended".
  QCoro::Task<Result<QString>> cancel(QString run);
  // Whether a cancel of the run waits for its target.
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
  std::map<QString, int> m_open;  // the submission that is meant, by run
};

}  // namespace trainyard
