// SPDX-License-Identifier: GPL-3.0-or-later
// What a script or a command line requests from Slurm, as settings by their long names.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "remote/import/setting.h"
#include "remote/import/shell_state.h"

namespace trainyard {

struct ScriptDirectives {
  Settings options;
  std::vector<Origin> ignored;      // lines that Slurm does not read
  std::vector<Origin> components;   // `#SBATCH hetjob`: the next component of the job follows
  std::vector<Origin> passed_over;  // of #PBS and #BSUB: what sbatch ignores
  std::vector<Origin> trailing;     // arguments for which sbatch rejects the script
  bool has_lines = false;
};

ScriptDirectives read_directives(std::string_view text, const std::string& file);

// Reads the options of sbatch or salloc on a command line, starting at `at`, which is set to the
// index of the script's name.
Settings submit_options(const ShellWords& words, const std::string& file, std::size_t& at);

// Sets the variables that Slurm derives from them.
void set_slurm_variables(const Settings& directives, ShellState& state);

}  // namespace trainyard
