// SPDX-License-Identifier: GPL-3.0-or-later
// A job script or a command line: what it asks of Slurm, and what it starts.
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

// A command that starts no training.
struct ScriptLine {
  Origin origin;            // the key is the command, shortened
  bool is_prepared = true;  // false: how the script goes on, or what it says; nothing is lost
  std::string writes = {};  // the file that its output goes to
};

struct Script {
  bool has_marker = false;         // #! or #SBATCH: a job script; else a command line
  std::string interpreter;         // of #!, "bash" without one
  bool is_shell = true;            // false: nothing but its directives is read
  bool has_dos_lines = false;      // which sbatch refuses
  bool is_cut = false;             // it goes on longer than is followed
  int broken_line = 0;             // where it stops being a shell script
  Settings directives;             // #SBATCH or the options of `sbatch`, by their long names
  bool has_slurm_lines = false;    // #SBATCH
  std::vector<Origin> ignored;     // #SBATCH lines that Slurm does not read
  std::vector<Origin> trailing;    // words for which sbatch refuses it
  std::vector<Origin> components;  // of a heterogeneous job, from the second on
  std::vector<Launch> launches;
  std::vector<ScriptLine> others;
  std::vector<Origin> submissions;  // what it submits itself
  std::vector<Origin> scripts;      // started by it, and not given
  std::vector<ShellDefault> defaults;
  std::vector<ScriptText> files;  // that it writes with here-documents
  std::vector<std::string> used;  // given scripts that it starts
};

// Any text in; one that is no script has no launches. `given` are the other files of the import.
Script read_script(std::string_view text, const std::string& file,
                   std::span<const ScriptText> given);

// Whether the text says of itself that it is a script.
bool is_job_script(std::string_view text);

}  // namespace trainyard
