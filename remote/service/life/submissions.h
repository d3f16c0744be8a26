// SPDX-License-Identifier: GPL-3.0-or-later
// Performs submissions from the request to the job, for new runs and for further jobs of existing
// ones. Each is in the store from the start, so a service that was killed continues it; it does not
// depend on its client; if a target becomes unreachable, it waits. One thread.
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
#include "remote/service/life/study_turns.h"
#include "remote/service/life/submitter.h"
#include "remote/service/targets/target_registry.h"
#include "remote/submit/submit.h"

namespace trainyard {

// The role of a run in a study; empty if it is in none.
struct StudyPart {
  QString study;                                            // UUID
  QStringList values;                                       // "path=value"
  enum class Of { search, severalValues } of = Of::search;  // the latter's runs have a key
  int parallel = 0;       // how many runs of the study may be open at once; 0: any number
  bool failFast = false;  // a run that waits for its turn is given up after a failure in the study
};

class Submissions : public QObject {
  Q_OBJECT

 public:
  Submissions(RunRegistry& registry, TargetRegistry& targets);

  // Continues what was unfinished when the service ended.
  Result<void> begin();
  QCoro::Task<void> finish();
  bool isOpen(const QString& run) const { return m_open.contains(run); }
  int size() const { return static_cast<int>(m_open.size()); }

  // Answers once the job exists, or when nothing was started and nothing will be. As long as a job
  // may exist it is retried, whatever the error, including a full disk here. Called again for the
  // same UUID, it finds what is in progress or done. Stopping only ends the waiting. A run that has
  // to wait for its turn in its study is answered at once, and submitted later. After an error
  // while a caller is waiting, no run is left in the store; otherwise a failed one is.
  QCoro::Task<Result<SubmittedRun>> submit(QString run, QString target, ExperimentSource source,
                                           std::stop_token stop, StudyPart study = {});
  // Creates a further job for a run whose jobs have all ended. After an error the run is unchanged.
  QCoro::Task<Result<void>> resume(RunRecord run, QProcessEnvironment environment,
                                   std::stop_token stop);
  // Stops a transfer and removes what was created; if a job already exists, it is ended once its id
  // is known.
  void cancel(const QString& run);

 signals:
  // The job exists. `tasks`: the runs of an array's tasks. `cancelled`: it must be ended.
  void started(const trainyard::RunRecord& run, const trainyard::JobRecord& job,
               const QList<trainyard::RunRecord>& tasks, bool cancelled);
  void ended(const QString& run);

 private:
  using Open = std::shared_ptr<Submitter>;
  QCoro::Task<Result<void>> waitFor(Open open, std::stop_token stop);
  Result<RunRecord> newRun(const QString& run, const HeldTarget& held,
                           const PreparedExperiment& prepared, const StudyPart& study);
  Result<void> begin(const QString& run, const QString& target, ExperimentSource source,
                     const StudyPart& study);
  Result<void> add(Submitter& open, const Experiment& experiment);
  Open make(RunRecord run, SubmissionRequest request, QProcessEnvironment environment);
  void start(const Open& open) { m_tasks.start(Submitter::drive(open)); }
  void hold(Submitter& open);
  void takeTurn(const QString& run);
  void giveUp(const QString& run, SubmissionCancel cancel);

  RunRegistry& m_registry;
  TargetRegistry& m_targets;
  StudyTurns m_turns;
  TaskGroup m_tasks;
  std::map<QString, Open> m_open;  // by run
};

}  // namespace trainyard
