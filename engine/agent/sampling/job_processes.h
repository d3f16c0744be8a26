// SPDX-License-Identifier: GPL-3.0-or-later
// The processes of a Slurm job on this node: those of its steps are not children of the batch
// script's agent.
#pragma once

#include <string>
#include <vector>

#include "engine/agent/processes/process_table.h"

namespace trainyard::agent {

// Returns this user's processes that were started with SLURM_JOB_ID=`job` in their environment,
// except those of this program.
std::vector<ProcessEntry> processes_of_job(const std::string& job);

}  // namespace trainyard::agent
