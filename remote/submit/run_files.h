// SPDX-License-Identifier: GPL-3.0-or-later
// The content of a run folder before its first attempt.
#pragma once

#include <stop_token>
#include <vector>

#include <QCoroTask>

#include "engine/contract/run/run_folder.h"
#include "engine/contract/run/submission_record.h"
#include "remote/submit/script.h"
#include "remote/submit/submit.h"

namespace trainyard {

ScriptSite siteOf(const Target& target);

// What submission-N.json says of a job of this experiment.
SubmissionRecord submissionOf(const Target& target, const Experiment& experiment,
                              const QString& token);

// Writes <run>/submission-<n>.json: who submits what and when; written before the scheduler is
// called.
QCoro::Task<Result<void>> writeSubmission(Target target, QString folder, int submission,
                                          QString token, Experiment experiment,
                                          std::stop_token stop);

// What happens after the job.
struct WhatFollows {
  GoesOn afterTimeLimit = GoesOn::no, afterPreemption = GoesOn::no;
};
QCoro::Task<Result<WhatFollows>> readWhatFollows(Host& host, QString folder, int submission,
                                                 std::stop_token stop);

// Writes experiment.yaml, resolved.yaml, job.sh, the tasks of an array, and run.json as the last
// file.
QCoro::Task<Result<void>> writeRunFiles(Target target, StartedRun run, QByteArray text,
                                        RunIdentity identity, std::stop_token stop);

// The tasks of the run's array; empty without an array. Their UUIDs are derived from the run's.
std::vector<StartedTask> tasksOf(const Experiment& experiment, const QString& run,
                                 const QString& folder);

// Returns the newest run folder in the base whose run.json has this source and that has code;
// empty: none.
QCoro::Task<Result<QString>> earlierRun(Target target, QString source, std::stop_token stop);

QCoro::Task<Result<RunIdentity>> readRunIdentity(Host& host, QString folder, std::stop_token stop);

}  // namespace trainyard
