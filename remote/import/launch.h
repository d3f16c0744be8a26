// SPDX-License-Identifier: GPL-3.0-or-later
// Command lines that start a training: the launchers with their options, and the program's own.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "remote/import/launch_words.h"
#include "remote/import/setting.h"
#include "remote/import/shell_state.h"

namespace trainyard {

// A value that is only known when the script runs.
struct Unresolved {
  std::string key;
  std::string text;  // as written
  Origin origin;
  std::vector<SeenValue> seen;  // its possible values, if the script contains them
};

struct LaunchVariable {
  std::string name;
  ShellText value;
  Origin origin;
};

// A wrapper between the launcher and the program.
struct LaunchWrapper {
  Origin origin;     // its key is the wrapper
  std::string text;  // with its options
};

struct Launch {
  std::string program;  // "run_clm.py", or the last part of a module's name
  Origin origin;
  ShellWords words;    // the complete command line
  ShellWords command;  // starting with the program; a module as "python", "-m", its name
  Starter launcher = Starter::none;  // the innermost that starts processes
  bool has_step = false;             // it is inside srun or mpirun
  Settings arguments;                // of the program, with underscores in their names
  Settings torchrun, accelerate, deepspeed, srun, mpirun;
  std::vector<Unresolved> unresolved;
  std::vector<Origin> repeated;  // options replaced by a later one
  std::vector<LaunchWrapper> wrappers;
  std::optional<Setting> container, conda;
  Settings of_container;          // its options
  std::vector<Origin> of_python;  // options of the interpreter
  std::vector<Origin> others;     // programs that the same step starts after a ":"
  std::vector<LaunchVariable> variables;
  std::vector<ShellSetup> setup;
  ShellText folder;
  int folder_line = 0;
  int line = 0;
  bool is_certain = true, is_repeated = false;
  std::size_t times = 1;
};

// A command that would be started, before it is analysed.
struct StartedCommand {
  std::string file;
  ShellWords words;
  std::vector<LaunchVariable> variables;
  std::vector<ShellSetup> setup;
  ShellText folder;
  int folder_line = 0, line = 0;
  bool is_certain = true, is_repeated = false;
  std::size_t times = 1;  // how often a loop starts it
};

// Nothing if the words do not start a program.
std::optional<Launch> read_launch(const StartedCommand& started);

// A shell inside the command: `bash -c TEXT`, `bash FILE`, `./FILE.sh`, or bash alone.
struct InnerShell {
  std::size_t at = 0;               // index of the word that starts it
  const ShellWord* text = nullptr;  // for -c
  const ShellWord* file = nullptr;
  std::size_t arguments = 0;  // index of its first argument
};
std::optional<InnerShell> inner_shell(const ShellWords& words);

// Whether the words may start a training program, rather than one that lists or copies files.
bool may_train(const ShellWords& words);

}  // namespace trainyard
