// SPDX-License-Identifier: GPL-3.0-or-later
// What a script or a command line asks of Slurm, as settings by their long names.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "remote/import/setting.h"
#include "remote/import/shell_state.h"

namespace trainyard {

struct ScriptDirectives {
  Settings options;
  std::vector<Origin> ignored;     // lines that Slurm does not read
  std::vector<Origin> components;  // `#SBATCH hetjob`: what follows is another part of the job
  std::vector<Origin> trailing;    // words for which sbatch refuses the script
  bool has_lines = false;
};

ScriptDirectives read_directives(std::string_view text, const std::string& file);

// Options of sbatch or salloc on a command line, from `at` on, which is then where the script's
// name stands.
Settings submit_options(const ShellWords& words, const std::string& file, std::size_t& at);

// The variables that Slurm makes of them.
void set_slurm_variables(const Settings& directives, ShellState& state);

}  // namespace trainyard
