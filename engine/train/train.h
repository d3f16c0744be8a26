// SPDX-License-Identifier: GPL-3.0-or-later
// What `engine train` does.
#pragma once

#include "engine/train/session.h"

namespace trainyard {

// The whole of `engine train` after its session was opened. How it ended has been reported before
// anything is taken down. Returns the exit code; after a failure it does not return but ends the
// process with it, since destructors would wait for ranks that no longer answer.
int train(Session& session);

}  // namespace trainyard
