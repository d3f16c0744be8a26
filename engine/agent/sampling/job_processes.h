// SPDX-License-Identifier: GPL-3.0-or-later
// The processes of a job on this node: those of its steps are not children of the job script's
// agent.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/agent/processes/process_table.h"

namespace trainyard::agent {

// Returns this user's processes that were started with this variable and value in their
// environment, except those of this program; none without a variable.
std::vector<ProcessEntry> processes_of_job(
    const std::optional<std::pair<std::string, std::string>>& variable);

}  // namespace trainyard::agent
