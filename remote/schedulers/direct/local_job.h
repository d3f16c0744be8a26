// SPDX-License-Identifier: GPL-3.0-or-later
// The process that a job on this computer starts as: it claims the submission, waits its turn and
// becomes the job's script. Its number is the job's from beginning to end, since it only ever
// replaces itself.
#pragma once

#include <QString>
#include <QStringList>

#include "engine/contract/result.h"
#include "remote/schedulers/job_dependency.h"
#include "remote/schedulers/direct/local_job_queue.h"

namespace trainyard {

// submissions/<n>/job.json, written by the waiter: what it is and how it is getting on.
struct JobFile {
  QString job;  // ProcessIdentity as text
  bool waiting = true;
  Message reason;   // why it waits
  Message never{};  // why it never starts; empty: it may
};
QString jobFilePath(const QString& folder, int submission);
Result<JobFile> readJobFile(const QString& path);  // "file.missing" when there is none yet

// Becomes `bash job.sh FOLDER` in the run folder, once the runs of `after` (by their folders) have
// ended as is waited for. Returns only with an error: "job.claimed" when another process has this
// submission already, "queue.unusable", what exec said, or why it never starts (neverAfter()),
// which job.json says, too.
Error waitForAllocationAndRun(const QString& folder, int submission, const Wanted& wanted,
                              const QList<AfterRun>& after = {});

}  // namespace trainyard
