// SPDX-License-Identifier: GPL-3.0-or-later
// Drives submissions from the request to the job, of new runs and of further jobs of old ones. Each
// is in the store from its beginning, so a service that was killed goes on with it; a client that
// is gone changes nothing; a target that cannot be reached in the middle is waited for. One thread.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>

#include <QCoroTask>
#include <QObject>
#include <QProcessEnvironment>

#include "engine/contract/result.h"
#include "remote/process/task_group.h"
#include "remote/service/registry/run_registry.h"
#include "remote/service/registry/run_dependencies.h"
#include "remote/service/targets/target_registry.h"
#include "remote/submit/submit.h"

namespace trainyard {

// What a run is in a study: nothing where it is in none.
struct StudyPart {
  QString study;       // UUID
  QStringList values;  // "path=value"
};

class Submissions : public QObject {
  Q_OBJECT

 public:
  Submissions(RunRegistry& registry, TargetRegistry& targets);

  // Goes on with what was open when the service ended.
  Result<void> begin();
  QCoro::Task<void> finish();
  bool isOpen(const QString& run) const { return m_open.contains(run); }
  int size() const { return static_cast<int>(m_open.size()); }

  // Answers when the job exists, or when nothing was started and nothing will be. As long as a job
  // may exist it is tried again, whatever the error, that of a full disk here too. Called again for
  // the same UUID it finds what is going on or was done. Stopping ends the waiting alone. An error
  // while somebody waits leaves no run in the store; while nobody does, a failed one.
  QCoro::Task<Result<SubmittedRun>> submit(QString run, QString target, ExperimentSource source,
                                           std::stop_token stop, StudyPart study = {});
  // A further job of a run whose jobs are all over. An error leaves the run as it was.
  QCoro::Task<Result<void>> resume(RunRecord run, QProcessEnvironment environment,
                                   std::stop_token stop);
  // Stops what is being sent and removes what was made; where a job exists already, it is ended
  // when it is known.
  void cancel(const QString& run);

 signals:
  // The job exists. `tasks`: the runs of an array's tasks. `cancelled`: it is to be ended.
  void started(const trainyard::RunRecord& run, const trainyard::JobRecord& job,
               const QList<trainyard::RunRecord>& tasks, bool cancelled);
  void ended(const QString& run);

 private:
  struct Open;
  QCoro::Task<Result<void>> waitFor(std::shared_ptr<Open> open, std::stop_token stop);
  void start(std::shared_ptr<Open> open);
  QCoro::Task<void> drive(std::shared_ptr<Open> open);
  QCoro::Task<Result<void>> tryOnce(std::shared_ptr<Open> open, std::stop_token stop);
  QCoro::Task<Result<void>> tryNew(std::shared_ptr<Open> open, HeldTarget held,
                                   std::stop_token stop);
  QCoro::Task<Result<void>> tryFurther(std::shared_ptr<Open> open, HeldTarget held,
                                       std::stop_token stop);
  bool isWorthAnotherTry(Open& open, const Error& error);
  Result<QStringList> named(const Experiment& experiment, const QString& target);
  JobsBefore jobsBefore(const QString& target, Unknown unknown);
  Result<void> noteJob(Open& open, const JobRecord& job);
  QCoro::Task<bool> discard(std::shared_ptr<Open> open);
  QCoro::Task<bool> fail(std::shared_ptr<Open> open, Error error);
  Result<void> writeFailure(Open& open, const Error& error);
  void say(Open& open, const char* code, Map arguments = {});
  void noteProgress(Open& open, const TransferProgress& progress);

  RunRegistry& m_registry;
  TargetRegistry& m_targets;
  TaskGroup m_tasks;
  std::map<QString, std::shared_ptr<Open>> m_open;  // by run
};

}  // namespace trainyard
