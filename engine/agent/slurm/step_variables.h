// SPDX-License-Identifier: GPL-3.0-or-later
// What srun tells a process that it starts, for programs that read it: `command.launcher: srun`.
#pragma once

#include "engine/agent/processes/child.h"

namespace trainyard::agent {

struct StepRank {
  int rank = 0, local_rank = 0, node_rank = 0;
  int nodes = 1, ranks_per_node = 1;
};

void add_step_variables(Environment& environment, const StepRank& place);
// Removes those of the step in which the agent itself runs.
void remove_step_variables(Environment& environment);

}  // namespace trainyard::agent
