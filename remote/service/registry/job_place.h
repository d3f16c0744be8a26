// SPDX-License-Identifier: GPL-3.0-or-later
// The location of a run's newest job, from the store.
#pragma once

#include "remote/schedulers/scheduler.h"
#include "remote/store/run_store.h"

namespace trainyard {

// A task's job is its parent's, unless it was restarted individually.
JobPlace placeOf(RunStore& store, const RunRecord& run);

}  // namespace trainyard
