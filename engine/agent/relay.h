// SPDX-License-Identifier: GPL-3.0-or-later
// `yard-agent relay [--probe] PORT`: joins its standard streams to a port of this computer's
// loopback address. Started in a job's own step on a node that takes no connections from elsewhere.
#pragma once

#include <string>
#include <vector>

namespace trainyard::agent {

// `arguments` are those after `relay`. Returns 0 when the connection has ended (with `--probe`:
// when it was made), 2 for other words than these, 3 when nothing answers at the port.
int run_relay(const std::vector<std::string>& arguments);

}  // namespace trainyard::agent
