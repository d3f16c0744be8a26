// SPDX-License-Identifier: GPL-3.0-or-later
// resources.after: the runs that a run waits for, by the store.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <QString>
#include <QStringList>

#include "engine/contract/result.h"
#include "remote/schedulers/job_dependency.h"
#include "remote/values/message.h"
#include "remote/store/run_store.h"

namespace trainyard {

// What a person calls a run: the name of its folder; of a task, with that of its array.
QString nameToAPerson(const RunRecord& run);

// As the experiment writes them -> "completed:UUID". Errors: "run.unknown", "run.ambiguous",
// "after.elsewhere" (of a run on another target that is not over).
Result<QStringList> namedRuns(RunStore& store, const std::vector<std::string>& after,
                              const QString& target);

// The jobs that a job on `target` must wait for: each run's newest, of an array's tasks each that
// is not over. A run that ended as is waited for is left out; so is one that is gone from the store
// where `forgives`, as for a further job. Errors: those above, "after.no_job" (the run has none
// yet), "after.not_completed", "after.not_failed".
enum class Unknown { isRefused, isLeftOut };
Result<std::vector<JobDependency>> jobsToWaitFor(RunStore& store, const QStringList& after,
                                                 const QString& target, Unknown unknown);

// Of those that did not end yet as is waited for: "waits for pretrain-3f2a9c01 to complete", and
// how many more; nothing where there is none.
std::optional<Message> waitsFor(RunStore& store, const QStringList& after);

}  // namespace trainyard
