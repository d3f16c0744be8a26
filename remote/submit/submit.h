// Submission: from an experiment to a started job, exactly once; and a further attempt of a run that is there.
#pragma once

#include <stop_token>

#include <QCoroTask>

#include "engine/contract/result.h"
#include "remote/submit/prepare.h"
#include "remote/target/target.h"

namespace trainyard {

struct RenderedSubmission {
  QByteArray script;    // job.sh
  QString commandLine;  // as a shell would take it; RUN in the folder's name stands for the run's UUID, which is not made yet
};
// What submitRun would write and run. Nothing is changed. A document with errors gives "experiment.invalid".
Result<RenderedSubmission> renderSubmission(const Target& target, const ExperimentSource& source);

struct StartedRun {
  QString run;  // UUID
  QString folder;
  PreparedExperiment prepared;
  QString gitCommit;
  double created = 0;
  int submission = 1;
  QString job;
};

// Reads and checks, makes the run folder, starts. With an error before the start nothing is left behind.
QCoro::Task<Result<StartedRun>> submitRun(Target target, ExperimentSource source, std::stop_token stop);

struct ResumedRun {
  int submission = 0;
  QString job;
};
// The same folder, a new submission. The caller knows that no job of the run is waiting or running.
QCoro::Task<Result<ResumedRun>> resumeRun(Target target, QString folder, QProcessEnvironment environment, std::stop_token stop);

}  // namespace trainyard
