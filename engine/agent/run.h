// SPDX-License-Identifier: GPL-3.0-or-later
// `yard-agent run`: one attempt of a run on this node, from claiming its folder to the last line of
// its events.
#pragma once

#include "engine/agent/job/options.h"

namespace trainyard::agent {

// Returns the exit code. Before the attempt exists, errors are reported on stderr; afterwards, the
// reason of the end.
int run(const Options& options);

}  // namespace trainyard::agent
