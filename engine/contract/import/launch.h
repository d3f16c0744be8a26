// Command lines that start a training: the launchers with their options, and the program's own.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/contract/import/setting.h"

namespace trainyard {

struct Launch {
  std::string program;  // "run_clm.py"
  Origin origin;
  Settings arguments;  // of the program, with underscores in their names
  Settings torchrun, accelerate, deepspeed, srun, mpirun;
  Settings unresolved;               // values that are known only when the script runs, as written
  std::vector<Origin> repeated;      // options that a later one replaced
  std::vector<Origin> surroundings;  // variables set for it alone, containers and other wrappers
  std::vector<Origin> of_python;     // options of the interpreter
};

struct Script {
  Settings directives;  // #SBATCH, by their long names
  std::vector<Launch> launches;
  std::vector<Origin> others;  // commands that start no program; the key is the command
};

// Any text in; one that is no script has no launches.
Script read_script(std::string_view text, const std::string& file);

}  // namespace trainyard
