// SPDX-License-Identifier: GPL-3.0-or-later
// `yard-agent relay`: started in a step of a job, on a node that does not accept connections from
// elsewhere. It connects to ports on this computer's loopback address on behalf of whoever holds
// its standard streams (engine/contract/run/relay_protocol.h). `yard-agent relay --probe PORT`
// tests one of them.
#pragma once

#include <string>
#include <vector>

namespace trainyard::agent {

// `arguments` are those after `relay`. Returns 0 when the streams have ended or the probe
// succeeded, 2 for invalid arguments or a protocol violation, 3 if the probe got no answer.
int run_relay(const std::vector<std::string>& arguments);

}  // namespace trainyard::agent
