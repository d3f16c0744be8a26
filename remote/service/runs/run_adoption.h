// SPDX-License-Identifier: GPL-3.0-or-later
// A run as its folder on a target tells it: for runs that the store does not know, and for the
// tasks of an array.
#pragma once

#include <stop_token>

#include <QCoroTask>
#include <QString>

#include "engine/contract/experiment/experiment.h"
#include "engine/contract/result.h"
#include "remote/service/targets/target_registry.h"
#include "remote/store/records.h"

namespace trainyard {

struct FoundTask {
  RunRecord record;
  JobRecord job;  // the array's, or its own where it was started again by itself
};
struct FoundRun {
  RunRecord record;  // state `preparing`
  JobRecord job;     // the newest; submission 0: none
  QList<FoundTask> tasks;
};
// Errors: "run.identity" and "file.missing" (this is no run folder), those of the host.
QCoro::Task<Result<FoundRun>> readRunFolder(Target target, QString folder, std::stop_token stop);

// The newest submission whose job is known. Submission 0 where there is none.
QCoro::Task<Result<JobRecord>> newestJob(Target target, QString folder, std::stop_token stop);

// The runs of the array that `found` is, for a job that is known.
QCoro::Task<Result<QList<FoundTask>>> tasksIn(Target target, FoundRun found, Experiment experiment,
                                              std::stop_token stop);

}  // namespace trainyard
