// SPDX-License-Identifier: GPL-3.0-or-later
// Runs one test of this program as several ranks: fresh processes, since torch's threads do not
// survive a fork.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/parallel/process_group.h"
#include "tests/free_port.h"

namespace trainyard {

// True in a process that run_ranks() started: a test then plays its rank's part and skips the rest.
bool is_rank();

// Starts `world_size` ranks on this node that run the test named `filter` only ("Suite.Name"), with
// a rendezvous at `port` on loopback and the variable RANKS_FOLDER set to `folder`. Returns their
// process ids in the order of ranks.
std::vector<pid_t> start_ranks(const std::string& filter, std::int64_t world_size,
                               std::uint16_t port, const std::string& folder);

// In a rank: connects it with the others, on CPUs.
std::unique_ptr<ProcessGroup> join_ranks(std::chrono::seconds timeout);

// Waits at most `seconds`, then ends it. Its exit code; 128+n when signal n ended it; -1 when it
// took too long.
int wait_for(pid_t process, int seconds);

}  // namespace trainyard
