// SPDX-License-Identifier: GPL-3.0-or-later
// A job script or a command line: what it requests from Slurm, and what it starts.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "remote/import/launch.h"
#include "remote/import/setting.h"

namespace trainyard {

struct ScriptText {
  std::string name, text;
};

// A command that does not start a training.
struct ScriptLine {
  Origin origin;            // the key is the shortened command
  bool is_prepared = true;  // false: only control flow or output, so that nothing is lost
  std::string writes = {};  // the file that its output is written to
};

struct Script {
  bool has_interpreter = false;     // #!
  bool has_marker = false;          // #! or #SBATCH: a job script; else a command line
  std::string interpreter;          // from #!; "bash" if there is none
  bool is_shell = true;             // false: only its directives are read
  bool has_dos_lines = false;       // which sbatch rejects
  bool is_cut = false;              // analysis stopped at a limit
  int broken_line = 0;              // where it is not a valid shell script
  Settings directives;              // #SBATCH or the options of `sbatch`, by their long names
  bool has_slurm_lines = false;     // #SBATCH
  std::vector<Origin> ignored;      // #SBATCH lines that Slurm does not read
  std::vector<Origin> passed_over;  // of #PBS and #BSUB lines: what sbatch ignores
  std::vector<Origin> trailing;     // arguments for which sbatch rejects it
  std::vector<Origin> components;   // of a heterogeneous job, from the second on
  std::vector<Launch> launches;
  std::vector<ScriptLine> others;
  std::vector<Origin> submissions;  // jobs that it submits itself
  std::vector<Origin> scripts;      // scripts that it starts but that were not given
  std::vector<ShellDefault> defaults;
  std::vector<ScriptText> files;  // written with here-documents
  std::vector<std::string> used;  // given scripts that it starts
};

// Accepts any text; one that is not a script has no launches. `given` are the other files of the
// import.
Script read_script(std::string_view text, const std::string& file,
                   std::span<const ScriptText> given);

// Whether the text is marked as a script.
bool is_job_script(std::string_view text);

}  // namespace trainyard
