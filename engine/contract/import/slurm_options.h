// Options of sbatch and srun.
#pragma once

#include "engine/contract/import/draft.h"
#include "engine/contract/import/processes.h"

namespace trainyard {

// The option's long name for a short one ("N" -> "nodes"); others as they are.
std::string slurm_option_name(std::string_view name);

// Whether the option is a word alone, without a value.
bool is_slurm_flag(std::string_view name);

// One option by its long name. What sbatch alone knows goes on as it is, in
// resources.extra_directives; `directives` collects it.
void carry_slurm_option(const Setting& setting, bool is_directive, ProcessCounts& counts,
                        List& directives, Draft& draft);

}  // namespace trainyard
