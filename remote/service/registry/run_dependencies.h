// SPDX-License-Identifier: GPL-3.0-or-later
// resources.after: the runs that a run waits for, from the store.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <QString>
#include <QStringList>

#include "engine/contract/describe/diagnostic.h"
#include "engine/contract/result.h"
#include "remote/schedulers/job_dependency.h"
#include "remote/values/message.h"
#include "remote/store/run_store.h"

namespace trainyard {

// The display name of a run: the name of its folder; for a task preceded by that of its array.
QString nameToAPerson(const RunRecord& run);

// Resolves the experiment's entries, as a person names runs -> "completed:UUID"; of a study each of
// its runs. Errors: those of namedRuns(), "after.elsewhere" (a run on another target that has not
// ended).
Result<QStringList> runsToWaitFor(RunStore& store, const std::vector<std::string>& after,
                                  const QString& target);

// Returns the jobs that a job on `target` must wait for: each run's newest, for an array each
// task's that has not ended. Runs that ended as required are skipped, and with Unknown::isLeftOut,
// as for a further job, also those that are no longer in the store. Errors: those above,
// "after.no_job" (the run has none yet), "after.not_completed", "after.not_failed".
enum class Unknown { isRefused, isLeftOut };
Result<std::vector<JobDependency>> jobsToWaitFor(RunStore& store, const QStringList& after,
                                                 const QString& target, Unknown unknown);

// What a new run on `target` waits for: the runs as "completed:UUID", and their jobs, or
// "after.no_job". Errors: those above, but for "after.no_job".
struct RunsBefore {
  QStringList runs;
  Result<std::vector<JobDependency>> jobs;
};
Result<RunsBefore> runsBefore(RunStore& store, const std::vector<std::string>& after,
                              const QString& target);

// The same as a check: adds what is wrong, or for what it would wait now; the jobs that are known.
std::vector<JobDependency> checkRunsBefore(RunStore& store, const std::vector<std::string>& after,
                                           const QString& target, std::vector<Diagnostic>& found);

// Describes those that have not ended as required yet: "waits for pretrain-3f2a9c01 to complete",
// and how many more; nothing if there are none.
std::optional<Message> waitsFor(RunStore& store, const QStringList& after);
// Says why a run never starts: a run that it waits for has ended otherwise. Nothing: none has.
std::optional<Message> neverStarts(RunStore& store, const QStringList& after);

}  // namespace trainyard
