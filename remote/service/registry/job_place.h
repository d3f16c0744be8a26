// SPDX-License-Identifier: GPL-3.0-or-later
// Where a run's newest job is, from what the store knows of it.
#pragma once

#include "remote/schedulers/scheduler.h"
#include "remote/store/run_store.h"

namespace trainyard {

// A task's job is its parent's, unless it was started again by itself.
JobPlace placeOf(RunStore& store, const RunRecord& run);

}  // namespace trainyard
