// SPDX-License-Identifier: GPL-3.0-or-later
// Trains the trials of a search one after another, all ranks together: the first rank decides
// (search_controller.h) and tells the others.
#pragma once

#include "engine/contract/result.h"
#include "engine/train/session.h"
#include "engine/train/training.h"

namespace trainyard {

// Returns completed once the search is over and the run's results are those of its best trial, or
// stopped_early. A trial that fails for a reason of its own is noted, and the search goes on;
// otherwise this throws like TrainingLoop::run, with the failed trial in `training`.
ExitCode run_search(Session& session, Training& training);

}  // namespace trainyard
