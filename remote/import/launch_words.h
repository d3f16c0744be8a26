// SPDX-License-Identifier: GPL-3.0-or-later
// Programs that start others: launchers, schedulers' steps, containers, interpreters.
#pragma once

#include <string>
#include <string_view>

#include "remote/import/shell_text.h"

namespace trainyard {

enum class Starter {
  none,
  python,
  torchrun,
  accelerate,
  deepspeed,
  srun,
  mpirun,
  shell,      // bash, sh, ...
  container,  // apptainer, singularity
  conda,      // conda run
  variables,  // env
  wrapper     // changes nothing about what the program is told: nohup, numactl, ...
};

// What the word, a path or a module of Python, starts.
Starter starter_of(std::string_view word);
// "srun " and its like: before an option in sentences. Empty for those that have no options here.
std::string_view starter_name(Starter starter);

// A file of Python, or one that a shell runs.
bool is_python_program(std::string_view word);
bool is_shell_program(std::string_view word);
// A command that trains under a name of its own: llamafactory-cli, axolotl, trl, ...
bool is_trainer_command(std::string_view word);

// -x or --x; negative numbers are none.
bool is_option(const ShellWord& word);
// Whether the starter's option, by its name without dashes, stands alone.
bool is_flag_of(Starter starter, std::string_view key);
// Options that say where a process is and how it finds the others.
bool is_rendezvous_option(std::string_view key);
// "$@" and its like: as many words as the script is given.
bool stands_for_all_arguments(std::string_view word);
// "--some-option" -> "some_option"
std::string with_underscores(std::string_view option);

}  // namespace trainyard
