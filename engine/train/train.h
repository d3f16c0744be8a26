// SPDX-License-Identifier: GPL-3.0-or-later
// The implementation of `engine train`.
#pragma once

#include "engine/train/session.h"

namespace trainyard {

// Runs `engine train` after its session was opened. The outcome is reported before anything is
// destroyed. Returns the exit code; after a failure it ends the process with it instead of
// returning, since destructors would wait for ranks that no longer respond.
int train(Session& session);

}  // namespace trainyard
