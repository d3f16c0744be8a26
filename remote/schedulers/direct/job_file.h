// SPDX-License-Identifier: GPL-3.0-or-later
// submissions/<n>/job.json, written by the process that a job on this computer starts as: the job's
// identity and state.
#pragma once

#include <QString>

#include "engine/contract/result.h"
#include "remote/values/message.h"

namespace trainyard {

struct JobFile {
  QString job;  // ProcessIdentity as text
  bool waiting = true;
  Message reason;   // why it waits
  Message never{};  // why it never starts; empty: it may start
};

// `folder`: the run folder, for a task of an array the task's (taskFolder()).
QString jobFilePath(const QString& folder, int submission);
Result<JobFile> readJobFile(const QString& path);  // "file.missing" if there is none yet

// Creates it with its content; only one process ever succeeds: "job.claimed" for the others.
Result<void> claimJobFile(const QString& path, const JobFile& file);
Result<void> writeJobFile(const QString& path, const JobFile& file);

Error jobError(const char* code, const QString& path, const QString& why = {});

}  // namespace trainyard
