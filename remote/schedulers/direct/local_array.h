// SPDX-License-Identifier: GPL-3.0-or-later
// The tasks of a job array on this computer: each is a job of its own in the queue, and no more are
// in it at once than the array allows and the machine can run.
#pragma once

#include "engine/contract/result.h"
#include "engine/system/process_identity.h"
#include "remote/schedulers/direct/local_job.h"

namespace trainyard {

// Starts the tasks in the order of their indices, and returns when all have ended. Those with a
// mark of a cancellation in their folder are left out. Errors: "job.not_started".
Result<void> runTasks(const LocalJob& job, const ProcessIdentity& self, const Machine& machine);

}  // namespace trainyard
