// SPDX-License-Identifier: GPL-3.0-or-later
// Builtin commands of the shell.
#pragma once

#include "remote/import/shell.h"
#include "remote/import/shell_assign.h"

namespace trainyard {

struct ShellBuiltinCall {
  const ShellRun& run;
  const ShellCommand& command;
  ShellState& state;
  ShellExpander expander;
  ShellAssigner assigner;
  ShellInterpreter& interpreter;
  bool is_in_function;
};

struct ShellBuiltin {
  std::string_view name;
  // Returns the exit status; nothing if it is only known when executed.
  std::optional<bool> (*run)(ShellBuiltinCall& call);
  // It sets what the script's commands use, and need not be named beside them.
  bool is_silent = false;
};

// Null: the command is not a builtin, or one that does something that is worth to be known.
const ShellBuiltin* find_builtin(const ShellRun& run);

}  // namespace trainyard
