// SPDX-License-Identifier: GPL-3.0-or-later
// Submission: from an experiment to a job that exists exactly once; and further jobs of an existing
// run.
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
  QByteArray script;               // job.sh
  JobRequest request;              // without the jobs that it waits for
  std::vector<std::string> after;  // as in resources.after
};
// What submitRun would write and request. Nothing is changed or queried. RUN is a placeholder for
// the run's UUID, which does not exist yet, DATA for the hash of a file to transfer. A document
// with errors gives "experiment.invalid".
Result<RenderedSubmission> renderSubmission(const Target& target, const ExperimentSource& source);
// The same in a separate thread: the name of the engine's folder is determined by reading the
// programs. `target` must outlive it.
QCoro::Task<Result<RenderedSubmission>> renderInThread(Target target, ExperimentSource source);

// Returns the jobs of other runs that a job must wait for; called when it is about to be created.
// Errors: "after.no_job" (one has none yet: retry later), and that it can never start.
using JobsBefore = std::function<Result<std::vector<JobDependency>>(const Experiment& experiment)>;

// How far a submission has come. From `submitting` on a job may exist.
enum class SubmissionStage { checking, sendingCode, sendingData, sendingEngine, submitting };

struct RunRequest {
  QString run;  // UUID, created by the caller
  ExperimentSource source;
  QString folder;           // that of an earlier call with the same UUID; empty: none yet
  bool mayHaveJob = false;  // an earlier call reached the submission, or this is unknown
  JobsBefore jobsBefore{};
  QString study{};                                 // UUID; empty: none
  std::function<void(SubmissionStage)> onStage{};  // before each stage begins
};

// A task of an array: it is also a run.
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

// Runs steps that can each be repeated: checks, the run folder, code, data, programs, files,
// submission. Only the last creates a job, and only one for the UUID however often it is called:
// called again after an interruption, it continues where it was. After an error for which
// may_succeed_later() is true, the run folder is kept for that; any other error means that no job
// exists or will exist, and leaves nothing behind. From the stage `submitting` on, that is a
// rejection, or what prevented the submission from starting, once it is withdrawn; everything else
// is "submission.unsettled" with the reason as `why`. What may be given up follows from the stage
// alone; `onProgress` is for people.
QCoro::Task<Result<StartedRun>> submitRun(Target target, RunRequest request, OnProgress onProgress,
                                          std::stop_token stop);

// The error of a submission that may have created a job, so that it must be continued later.
Error unsettled(const Error& why);

// The folder that submitRun creates for the run; depends only on its name and UUID.
QString runFolderFor(const Target& target, const std::string& name, const QString& run);

// Removes the folder of a run that submitRun left unfinished. If its submission has started, it is
// kept, and the error is "run.submitted".
QCoro::Task<Result<void>> discardRun(Target target, QString folder, QString run,
                                     std::stop_token stop);

struct ResumeRequest {
  QString folder;
  int submission = 2;               // from nextSubmissionOf
  bool mayHaveJob = false;          // as above
  QProcessEnvironment environment;  // only used on this computer
  JobsBefore jobsBefore{};
};
// The number for a further job: `number`, or a later one if submissions failed.
QCoro::Task<Result<int>> nextSubmissionOf(Target target, QString folder, int number,
                                          std::stop_token stop);
// Submits another job for the same folder; errors: those of submitRun. Called again with the same
// number, it finds the existing job. The caller must ensure that no job of the run with a lower
// number is waiting or running. Returns the scheduler's id of the job.
QCoro::Task<Result<QString>> resumeRun(Target target, ResumeRequest request, std::stop_token stop);

}  // namespace trainyard
