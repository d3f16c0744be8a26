// SPDX-License-Identifier: GPL-3.0-or-later
// `yard-agent relay`: started in a job's own step on a node that takes no connections from
// elsewhere, it connects to ports of this computer's loopback address for who holds its standard
// streams (engine/contract/run/relay_protocol.h). `yard-agent relay --probe PORT` tries one of
// them.
#pragma once

#include <string>
#include <vector>

namespace trainyard::agent {

// `arguments` are those after `relay`. Returns 0 when the streams have ended, or the probe was
// answered, 2 for other words than these and for what is no talk, 3 when nothing answers.
int run_relay(const std::vector<std::string>& arguments);

}  // namespace trainyard::agent
