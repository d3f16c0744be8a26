// SPDX-License-Identifier: GPL-3.0-or-later
// The line under a run in `yard show`, `runs`, `watch` and `study` that says what to type next.
#pragma once

#include "remote/store/run_store.h"

namespace trainyard {

// nextCommand of a run in the store; empty also for a trial of a search, which goes on with it.
QString nextCommandOf(RunStore& store, const RunRecord& run);

}  // namespace trainyard
