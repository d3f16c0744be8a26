// SPDX-License-Identifier: GPL-3.0-or-later
// The process that a job on this computer starts as: it claims the submission, waits its turn and
// becomes the job's script. Its pid is the job's from beginning to end, since it only ever replaces
// itself with exec. An array's process does not become the script: it starts such a process for
// each task, and ends after the last one.
#pragma once

#include <optional>

#include <QString>

#include "engine/contract/result.h"
#include "remote/schedulers/direct/job_file.h"
#include "remote/schedulers/direct/local_job_queue.h"
#include "remote/schedulers/job_dependency.h"

namespace trainyard {

struct LocalJob {
  QString folder;  // the run folder, with job.sh in it
  int submission = 1;
  Wanted wanted;
  QList<AfterRun> after{};    // by their folders
  QString array{};            // as in resources.array; empty: none
  std::optional<int> task{};  // of that array
};

// The run folder of a task.
QString taskFolder(const QString& folder, int task);

// Waits until the runs in `after` have ended as required; then becomes `bash job.sh FOLDER` in the
// run folder, or, for an array, runs its tasks and returns when all have ended. Errors:
// "job.claimed" if another process already has this submission, "queue.unusable", that of exec,
// or why it never starts (neverAfter()), which is also written to job.json.
Result<void> runLocalJob(const LocalJob& job);

}  // namespace trainyard
