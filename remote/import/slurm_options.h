// SPDX-License-Identifier: GPL-3.0-or-later
// Options of sbatch and srun.
#pragma once

#include <vector>

#include "remote/import/draft.h"
#include "remote/import/launch.h"
#include "remote/import/processes.h"

namespace trainyard {

// The option's long name for a short one ("N" -> "nodes"); others as they are.
std::string slurm_option_name(std::string_view name);

// Whether the option is a word alone, without a value.
bool is_slurm_flag(std::string_view name);

// A variable whose value is that of the environment where the script is started.
ShellText taken_from_environment(const std::string& name);

// What options say that are no counts.
struct SlurmExtras {
  List directives;  // what sbatch alone knows, as it is: for resources.extra_directives
  Origin directives_origin;
  std::vector<LaunchVariable> variables;  // of --export
};

// One option of a job, by its long name.
void carry_slurm_option(const Setting& setting, ProcessCounts& counts, SlurmExtras& extras,
                        Draft& draft);
// One of srun inside a job: a step may be smaller than its job.
void carry_step_option(const Setting& setting, ProcessCounts& counts, SlurmExtras& extras,
                       Draft& draft);

}  // namespace trainyard
