// SPDX-License-Identifier: GPL-3.0-or-later
// The processes of a Slurm job on this node: those of its steps are no children of the batch
// script's agent.
#pragma once

#include <string>
#include <vector>

#include "engine/agent/processes/process_table.h"

namespace trainyard::agent {

// This user's processes that have SLURM_JOB_ID=`job` in the environment that they were started
// with; this program's own are left out.
std::vector<ProcessEntry> processes_of_job(const std::string& job);

}  // namespace trainyard::agent
