// SPDX-License-Identifier: GPL-3.0-or-later
// `yard-agent run`: one attempt of a run on this node, from the claim of its folder to the last
// line of its events.
#pragma once

#include "engine/agent/options.h"

namespace trainyard::agent {

// Returns the exit code. Says on stderr what is wrong before the attempt exists, and the reason of
// the end afterwards.
int run(const Options& options);

}  // namespace trainyard::agent
