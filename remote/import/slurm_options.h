// SPDX-License-Identifier: GPL-3.0-or-later
// Options of sbatch and srun.
#pragma once

#include <vector>

#include "remote/import/draft.h"
#include "remote/import/launch.h"
#include "remote/import/processes.h"

namespace trainyard {

// Returns the long name for a short option ("N" -> "nodes"); others are unchanged.
std::string slurm_option_name(std::string_view name);

// Whether the option takes no value.
bool is_slurm_flag(std::string_view name);

// A variable that has the value of the environment in which the script is started.
ShellText taken_from_environment(const std::string& name);

// Options other than counts.
struct SlurmExtras {
  List directives;  // options of sbatch without a field, unchanged: for resources.extra_directives
  Origin directives_origin;
  std::vector<LaunchVariable> variables;  // from --export
};

// Converts an option of a job, by its long name.
void carry_slurm_option(const Setting& setting, ProcessCounts& counts, SlurmExtras& extras,
                        Draft& draft);
// Converts an option of srun inside a job: a step may be smaller than its job.
void carry_step_option(const Setting& setting, ProcessCounts& counts, SlurmExtras& extras,
                       Draft& draft);

}  // namespace trainyard
