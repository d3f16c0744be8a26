// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/slurm/step_variables.h"

namespace trainyard::agent {

void add_step_variables(Environment& environment, const StepRank& place) {
  const std::string world = std::to_string(place.nodes * place.ranks_per_node),
                    each = std::to_string(place.ranks_per_node),
                    on_all =
                        each + (place.nodes > 1 ? "(x" + std::to_string(place.nodes) + ")" : "");
  environment["SLURM_PROCID"] = std::to_string(place.rank);
  environment["SLURM_LOCALID"] = std::to_string(place.local_rank);
  environment["SLURM_NTASKS"] = world;
  environment["SLURM_NODEID"] = std::to_string(place.node_rank);
  environment["SLURM_NNODES"] = std::to_string(place.nodes);
  environment["SLURM_STEP_NUM_TASKS"] = world;
  environment["SLURM_NTASKS_PER_NODE"] = each;
  environment["SLURM_TASKS_PER_NODE"] = on_all;
  environment["SLURM_STEP_TASKS_PER_NODE"] = on_all;
}

void remove_step_variables(Environment& environment) {
  for (const char* name : {"SLURM_PROCID", "SLURM_LOCALID", "SLURM_NTASKS"})
    environment.erase(name);
}

}  // namespace trainyard::agent
