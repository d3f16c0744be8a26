// SPDX-License-Identifier: GPL-3.0-or-later
// What a run folder holds before its first attempt.
#pragma once

#include <stop_token>
#include <vector>

#include <QCoroTask>

#include "engine/contract/run/run_folder.h"
#include "remote/submit/script.h"
#include "remote/submit/submit.h"

namespace trainyard {

ScriptSite siteOf(const Target& target);

// <run>/submission-<n>.json: who submits what when, written before the scheduler is asked.
QCoro::Task<Result<void>> writeSubmission(Target target, QString folder, int submission,
                                          QString token, Experiment experiment,
                                          std::stop_token stop);

// What it says of the time after the job.
struct WhatFollows {
  GoesOn afterTimeLimit = GoesOn::no, afterPreemption = GoesOn::no;
};
QCoro::Task<Result<WhatFollows>> readWhatFollows(Host& host, QString folder, int submission,
                                                 std::stop_token stop);

// experiment.yaml, resolved.yaml, job.sh, the tasks of an array, and last run.json.
QCoro::Task<Result<void>> writeRunFiles(Target target, StartedRun run, QByteArray text,
                                        RunIdentity identity, std::stop_token stop);

// The tasks that the run's array has; none without an array. Their UUIDs follow from the run's.
std::vector<StartedTask> tasksOf(const Experiment& experiment, const QString& run,
                                 const QString& folder);

// The newest run folder of the base whose run.json names this source and that has code; empty:
// none.
QCoro::Task<Result<QString>> earlierRun(Target target, QString source, std::stop_token stop);

QCoro::Task<Result<RunIdentity>> readRunIdentity(Host& host, QString folder, std::stop_token stop);

}  // namespace trainyard
