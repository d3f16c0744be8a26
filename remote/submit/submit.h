// SPDX-License-Identifier: GPL-3.0-or-later
// Submission: from an experiment to a job that exists exactly once; and a further job of a run that
// is there.
#pragma once

#include <functional>
#include <stop_token>
#include <vector>

#include <QCoroTask>

#include "engine/contract/result.h"
#include "remote/submit/prepare.h"
#include "remote/target/target.h"
#include "remote/transfer/progress.h"

namespace trainyard {

struct RenderedSubmission {
  QByteArray script;    // job.sh
  QString commandLine;  // as a shell would take it
};
// What submitRun would write and run. Nothing is changed and nothing asked. RUN stands for the
// run's UUID, which is not made yet, DATA for the hash of a file that travels. A document with
// errors gives "experiment.invalid".
Result<RenderedSubmission> renderSubmission(const Target& target, const ExperimentSource& source);
// The same in a thread of its own: which engine folder the script names is known by reading the
// programs. `target` outlives it.
QCoro::Task<Result<RenderedSubmission>> renderInThread(Target target, ExperimentSource source);

// The jobs that those runs have which a job must wait for, asked when it is about to be made.
// Errors: "after.no_job" (one has none yet: later), and that it can never start.
using JobsBefore = std::function<Result<std::vector<JobDependency>>(const Experiment& experiment)>;

struct RunRequest {
  QString run;  // UUID, made by who asks
  ExperimentSource source;
  QString folder;           // where an earlier call with the same UUID was; empty: the first call
  bool mayHaveJob = false;  // an earlier call came to the submission, or it is not known
  JobsBefore jobsBefore{};
  QString study{};  // UUID; empty: of none
};

// A task of an array: a run of its own.
struct StartedTask {
  std::int64_t index = 0;
  QString run, folder;
};

struct StartedRun {
  QString run;  // UUID
  QString folder;
  Experiment experiment;                // as in resolved.yaml
  std::vector<Diagnostic> diagnostics;  // warnings
  QString gitCommit;
  double created = 0;
  int submission = 1;
  QString job;
  std::vector<StartedTask> tasks;
};

// Steps, each of which may be repeated: checks, the run folder, code, data, programs, files,
// submission. Only the last makes a job, and it makes one job for the UUID however often it is
// called: called again after an interruption it goes on where it was. An error for which
// may_succeed_later() holds leaves the run folder for that; any other one means that no job exists
// or will, and leaves nothing. From the step "submitting" on that is a refusal, or what kept the
// submission from beginning, once it is withdrawn; all else is "submission.unsettled" with the
// reason as `why`. `onProgress` also tells the step by `what` without bytes: "checking", "code",
// "data", "engine", "submitting".
QCoro::Task<Result<StartedRun>> submitRun(Target target, RunRequest request, OnProgress onProgress,
                                          std::stop_token stop);

// The error of a submission that may have made a job: one that may go on later.
Error unsettled(const Error& why);

// The folder that submitRun makes for the run; known as soon as its name is.
QString runFolderFor(const Target& target, const std::string& name, const QString& run);

// Removes the folder of a run that submitRun left unfinished. One in which a submission began
// stays, and is "run.submitted".
QCoro::Task<Result<void>> discardRun(Target target, QString folder, QString run,
                                     std::stop_token stop);

struct ResumeRequest {
  QString folder;
  int submission = 2;               // as nextSubmissionOf answers it
  bool mayHaveJob = false;          // as above
  QProcessEnvironment environment;  // used on this computer only
  JobsBefore jobsBefore{};
};
// The number for a further job: `number`, or a later one where submissions came to nothing.
QCoro::Task<Result<int>> nextSubmissionOf(Target target, QString folder, int number,
                                          std::stop_token stop);
// The same folder, another job; errors as of submitRun. Asked again with the same number it finds
// the job that is there. The caller knows that no job of the run of a lower number is waiting or
// running. Answers what the scheduler calls the job.
QCoro::Task<Result<QString>> resumeRun(Target target, ResumeRequest request, std::stop_token stop);

}  // namespace trainyard
