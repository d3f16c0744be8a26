// SPDX-License-Identifier: GPL-3.0-or-later
// `yard-agent node`: the agent of one node, started by srun. It finds the coordinator through
// TRAINYARD_COORDINATOR (address:port) and TRAINYARD_COORDINATOR_TOKEN, its own name and number
// through SLURMD_NODENAME and SLURM_NODEID.
#pragma once

namespace trainyard::agent {

// Returns the exit code: 0 when the coordinator has let it go. Says on stderr what is wrong.
// However it ends, no process that it started is left.
int run_node();

}  // namespace trainyard::agent
