// SPDX-License-Identifier: GPL-3.0-or-later
// What a script has set so far: variables, arguments, functions, folder and environment.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "remote/import/shell_syntax.h"
#include "remote/import/shell_text.h"

namespace trainyard {

struct ShellVariable {
  std::vector<ShellText> words;    // an array's; else one
  std::vector<std::string> names;  // of the words of an associative array
  int line = 0;                    // where it was set
  bool is_array = false;
  bool is_exported = false;
};

// What a script does to the environment of what it starts, in order.
struct ShellSetup {
  enum class Kind { module, conda, venv, other };
  Kind kind = Kind::other;
  std::string name;     // of the module or environment; empty where it is not known
  std::string command;  // a line of a shell that does the same
  bool is_certain = true;
  int line = 0;
  bool operator==(const ShellSetup&) const = default;
};

struct ShellState {
  enum class Flow { goes_on, left_loop, next_turn, returned, ended };

  std::map<std::string, ShellVariable, std::less<>> variables;
  std::map<std::string, const ShellCommand*, std::less<>> functions;
  std::vector<ShellText> arguments;
  bool has_arguments = false;  // false: those that sbatch is given, which nobody knows
  std::vector<ShellSetup> setup;
  ShellText folder;  // what `cd` went to; empty: where the script was started
  int folder_line = 0;
  bool exports_all = false;  // set -a
  Flow flow = Flow::goes_on;

  const ShellVariable* find(std::string_view name) const {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : &found->second;
  }
  void set(const std::string& name, ShellText value, int line);
  // The variable is set to something that nobody knows.
  void set_unknown(const std::string& name, int line);
};

// One state out of those at the ends of several branches, none of them empty: what differs is not
// known, with the values that were seen. `line` is where the branches begin.
ShellState merge_states(const std::vector<ShellState>& states, int line);

// Defaults that were taken for want of a value: ${LR:-1e-4}.
struct ShellDefault {
  std::string name, value;
  int line = 0;
};

struct ShellLimits {
  std::size_t expansion = 1u << 20;  // bytes that variables may add
  std::size_t steps = 20'000;        // commands that are followed
  std::vector<ShellDefault> defaults;
};

}  // namespace trainyard
