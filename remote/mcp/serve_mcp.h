// SPDX-License-Identifier: GPL-3.0-or-later
// The Model Context Protocol on this program's standard input and output, until the input ends.
#pragma once

#include "remote/mcp/session.h"

namespace trainyard {

// Runs the event loop; returns the exit code. Logins that need a person are not asked for here: the
// terminal belongs to the agent.
int serveMcp(SessionOptions options);

}  // namespace trainyard
