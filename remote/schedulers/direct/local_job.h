// SPDX-License-Identifier: GPL-3.0-or-later
// The process that a job on this computer starts as: it claims the submission, waits its turn and
// becomes the job's script. Its pid is the job's from beginning to end, since it only ever replaces
// itself with exec.
#pragma once

#include <QString>
#include <QStringList>

#include "engine/contract/result.h"
#include "remote/schedulers/job_dependency.h"
#include "remote/schedulers/direct/local_job_queue.h"

namespace trainyard {

// submissions/<n>/job.json, written by the waiter: identity and state of the job.
struct JobFile {
  QString job;  // ProcessIdentity as text
  bool waiting = true;
  Message reason;   // why it waits
  Message never{};  // why it never starts; empty: it may start
};
QString jobFilePath(const QString& folder, int submission);
Result<JobFile> readJobFile(const QString& path);  // "file.missing" if there is none yet

// Becomes `bash job.sh FOLDER` in the run folder, once the runs in `after` (by their folders) have
// ended as required. Returns only with an error: "job.claimed" if another process already has this
// submission, "queue.unusable", the error of exec, or why it never starts (neverAfter()), which is
// also written to job.json.
Error waitForAllocationAndRun(const QString& folder, int submission, const Wanted& wanted,
                              const QList<AfterRun>& after = {});

}  // namespace trainyard
