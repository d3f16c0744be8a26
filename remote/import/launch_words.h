// SPDX-License-Identifier: GPL-3.0-or-later
// Programs that start others: launchers, scheduler steps, containers, interpreters.
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
  wrapper     // does not affect the program's arguments: nohup, numactl, ...
};

// The kind of program that the word, a path or a Python module, refers to.
Starter starter_of(std::string_view word);
// "srun " etc.: precedes an option in messages. Empty for those without options here.
std::string_view starter_name(Starter starter);

// A Python file, or one that a shell runs.
bool is_python_program(std::string_view word);
bool is_shell_program(std::string_view word);
// A training command with its own name: llamafactory-cli, axolotl, trl, ...
bool is_trainer_command(std::string_view word);

// -x or --x; negative numbers are not options.
bool is_option(const ShellWord& word);
// Whether the starter's option, by its name without dashes, takes no value.
bool is_flag_of(Starter starter, std::string_view key);
// Options for the position of a process and how it finds the others.
bool is_rendezvous_option(std::string_view key);
// "$@" etc.: as many words as the script has arguments.
bool stands_for_all_arguments(std::string_view word);
// "--some-option" -> "some_option"
std::string with_underscores(std::string_view option);

}  // namespace trainyard
