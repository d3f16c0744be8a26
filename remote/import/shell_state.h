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
  std::vector<ShellText> words;    // of an array; otherwise one
  std::vector<std::string> names;  // keys of an associative array
  int line = 0;                    // where it was set
  bool is_array = false;
  bool is_exported = false;
};

// A change that a script makes to the environment of the commands that it starts; kept in order.
struct ShellSetup {
  enum class Kind { module, conda, venv, other };
  Kind kind = Kind::other;
  std::string name;     // of the module or environment; empty if unknown
  std::string command;  // an equivalent shell line
  bool is_certain = true;
  int line = 0;
  bool operator==(const ShellSetup&) const = default;
};

struct ShellState {
  enum class Flow { goes_on, left_loop, next_turn, returned, ended };

  std::map<std::string, ShellVariable, std::less<>> variables;
  std::map<std::string, const ShellCommand*, std::less<>> functions;
  std::vector<ShellText> arguments;
  bool has_arguments = false;  // false: they are those passed to sbatch, which are unknown
  std::vector<ShellSetup> setup;
  ShellText folder;  // the target of `cd`; empty: where the script was started
  int folder_line = 0;
  bool exports_all = false;  // set -a
  bool is_strict = false;    // set -u: a variable that is not set ends the script
  Flow flow = Flow::goes_on;

  const ShellVariable* find(std::string_view name) const {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : &found->second;
  }
  void set(const std::string& name, ShellText value, int line);
  // The arguments are the words from the one at `first` on.
  void set_arguments(const ShellWords& words, std::size_t first);
  // The variable is set to an unknown value.
  void set_unknown(const std::string& name, int line);
};

// Merges the states at the ends of several branches, which must not be empty: what differs is
// unknown, with the values that were seen. `line` is where the branches start.
ShellState merge_states(const std::vector<ShellState>& states, int line);

// Default values that were used because a variable is not set: ${LR:-1e-4}.
struct ShellDefault {
  std::string name, value;
  int line = 0;
};

struct ShellLimits {
  std::size_t expansion = 1u << 20;  // bytes that variables may add
  std::size_t steps = 20'000;        // maximum commands that are followed
  bool spend(std::size_t bytes) {    // of `expansion`; false: they are more than are left
    if (expansion < bytes) return false;
    expansion -= bytes;
    return true;
  }
  std::vector<ShellDefault> defaults;
  // Variables and arguments that are certainly used, under set -u, and that the script does not
  // set; where it is started they may be set.
  std::vector<ShellDefault> unset;
};

}  // namespace trainyard
