// SPDX-License-Identifier: GPL-3.0-or-later
// `yard-agent node`: the agent of one node, started by srun. It finds the coordinator through
// TRAINYARD_COORDINATOR (address:port) and TRAINYARD_COORDINATOR_TOKEN, its own name and number
// through SLURMD_NODENAME and SLURM_NODEID.
#pragma once

namespace trainyard::agent {

// Returns the exit code: 0 if it was dismissed by the coordinator. Reports errors on stderr.
// However it ends, it leaves no processes behind.
int run_node();

}  // namespace trainyard::agent
