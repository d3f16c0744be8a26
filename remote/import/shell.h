// SPDX-License-Identifier: GPL-3.0-or-later
// Follows a shell script without running it: which commands it would start, with which words, in
// which environment, as far as that can be known.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "remote/import/shell_expand.h"
#include "remote/import/shell_state.h"
#include "remote/import/shell_syntax.h"

namespace trainyard {

// A command that the script starts.
struct ShellRun {
  ShellWords words;  // with the assignments before it
  int line = 0;
  const ShellCommand* source = nullptr;
  bool is_certain = true;    // false: in a branch that may not be taken
  bool is_repeated = false;  // in a loop, of which nobody knows how often it is gone through
  bool is_background = false;
  std::optional<ShellText> input;  // a here-document that it reads
  int input_line = 0;
  std::string output;  // the file that it writes, where that is known
};

class ShellInterpreter {
 public:
  // Hears of each command that is no business of the shell's own. The state may be changed by it.
  using Listener = std::function<void(const ShellRun&, ShellState&)>;

  ShellInterpreter(const ShellDialect& dialect, Listener listener)
      : dialect_(dialect), listener_(std::move(listener)) {}

  // Any bytes in. Calls may be nested: a listener may run what `bash -c` is given.
  void run(std::string_view text, int first_line, ShellState& state);

  // Where the first text stops being a shell script; 0: nowhere.
  int broken_line() const { return broken_line_; }
  ShellLimits& limits() { return limits_; }
  bool is_certain() const { return uncertain_ == 0; }
  // Lines of if, for, echo, set and their like, which start nothing.
  const std::vector<int>& own_lines() const { return own_lines_; }

 private:
  // How a command ends: nothing where only running it tells.
  using Truth = std::optional<bool>;

  Truth follow(const ShellCommand& command, ShellState& state);
  Truth sequence(const ShellCommand& command, ShellState& state);
  Truth chain(const ShellCommand& command, ShellState& state);
  void choice(const ShellCommand& command, ShellState& state);
  void match(const ShellCommand& command, ShellState& state);
  void each(const ShellCommand& command, ShellState& state);
  void count(const ShellCommand& command, ShellState& state);
  void loop(const ShellCommand& command, ShellState& state);
  bool turn(const ShellCommand& body, ShellState& state, std::vector<ShellState>& exits);
  Truth simple(const ShellCommand& command, ShellState& state);
  Truth builtin(const ShellRun& run, const ShellCommand& command, ShellState& state, bool& is_own);
  Truth call(const ShellCommand& function, const ShellWords& words, ShellState& state);
  Truth condition(const ShellCommand& command, ShellState& state);
  void set_options(const ShellWords& words, ShellState& state);
  void declare_variables(const ShellWords& words, const ShellCommand& command, ShellState& state);
  void run_eval(const ShellWords& words, ShellState& state);
  void redirections(const ShellCommand& command, ShellRun& run, ShellState& state);
  // The branch `body` on a copy of the state, of which it is not known whether it is taken.
  ShellState branch(const ShellCommand& body, const ShellState& state);
  void branch_out(std::vector<ShellState> states, int line, ShellState& state);
  ShellExpander expander(ShellState& state) { return {state, limits_, dialect_}; }

  const ShellDialect dialect_;
  Listener listener_;
  ShellLimits limits_;
  std::vector<std::unique_ptr<ShellProgram>> programs_;
  const ShellProgram* program_ = nullptr;
  int broken_line_ = 0, depth_ = 0, uncertain_ = 0, repeated_ = 0;
  std::vector<int> own_lines_;
  std::vector<ShellState> left_, next_, returned_;  // at `break` and its like that may happen
};

// Whether the command changes the environment of those after it: module, conda, source
// .../activate. It is added to the state's setup then.
bool follow_setup(const ShellRun& run, ShellState& state);

}  // namespace trainyard
