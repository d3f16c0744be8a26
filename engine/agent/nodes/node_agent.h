// SPDX-License-Identifier: GPL-3.0-or-later
// `yard-agent node [FILE]`: the agent of one node, started by the scheduler. It finds the
// coordinator through TRAINYARD_COORDINATOR (address:port) and TRAINYARD_COORDINATOR_TOKEN, or in
// the two lines of FILE; the number of its node through the scheduler's variable.
#pragma once

#include <filesystem>

namespace trainyard::agent {

// Returns the exit code: 0 if it was dismissed by the coordinator. Reports errors on stderr.
// However it ends, it leaves no processes behind.
int run_node(const std::filesystem::path& coordinator_file);

}  // namespace trainyard::agent
