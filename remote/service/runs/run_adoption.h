// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a run from its folder on a target: for runs that are not in the store, and for the tasks of
// an array.
#pragma once

#include <stop_token>

#include <QCoroTask>
#include <QString>

#include "engine/contract/result.h"
#include "remote/service/targets/target_registry.h"
#include "remote/store/records.h"

namespace trainyard {

struct Experiment;

struct FoundTask {
  RunRecord record;
  JobRecord job;  // the array's, or its own if it was restarted individually
};
struct FoundRun {
  RunRecord record;  // state `preparing`
  JobRecord job;     // the newest; submission 0: none
  QList<FoundTask> tasks;
  QList<RunSetting> settings;  // of its experiment
};
// Errors: "run.identity" and "file.missing" (not a run folder), those of the host.
QCoro::Task<Result<FoundRun>> readRunFolder(Target target, QString folder, std::stop_token stop);

// The newest submission with a known job. Submission 0 if there is none.
QCoro::Task<Result<JobRecord>> newestJob(Target target, QString folder, std::stop_token stop);

// Returns the runs of the array `found`, for a known job.
QCoro::Task<Result<QList<FoundTask>>> tasksIn(Target target, FoundRun found, Experiment experiment,
                                              std::stop_token stop);

}  // namespace trainyard
