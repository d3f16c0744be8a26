// SPDX-License-Identifier: GPL-3.0-or-later
// Follows a shell script without executing it: which commands it would start, with which words and
// environment, as far as that can be known.
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
  ShellWords words;  // with the preceding assignments
  int line = 0;
  const ShellCommand* source = nullptr;
  bool is_certain = true;    // false: in a branch that may not be taken
  bool is_repeated = false;  // in a loop with an unknown number of iterations
  bool is_background = false;
  std::optional<ShellText> input;  // its here-document
  int input_line = 0;
  std::string output;  // the file that it writes, if known
};

class ShellInterpreter {
 public:
  // Called for each command that is not a builtin of the shell. May change the state.
  using Listener = std::function<void(const ShellRun&, ShellState&)>;

  ShellInterpreter(const ShellDialect& dialect, Listener listener)
      : dialect_(dialect), listener_(std::move(listener)) {}

  // Accepts arbitrary bytes. Calls may be nested: a listener may run the argument of `bash -c`.
  void run(std::string_view text, int first_line, ShellState& state);

  // The line where the first text is not a valid shell script; 0: none.
  int broken_line() const { return broken_line_; }
  ShellLimits& limits() { return limits_; }
  bool is_certain() const { return uncertain_ == 0; }
  // Lines with if, for, echo, set etc., which start nothing.
  const std::vector<int>& own_lines() const { return own_lines_; }

 private:
  // The exit status of a command; nothing if it is only known when executed.
  using Truth = std::optional<bool>;

  Truth follow(const ShellCommand& command, ShellState& state);
  Truth sequence(const ShellCommand& command, ShellState& state);
  Truth chain(const ShellCommand& command, ShellState& state);
  Truth pipeline(const ShellCommand& command, const ShellState& state);
  Truth choice(const ShellCommand& command, ShellState& state);
  Truth match(const ShellCommand& command, ShellState& state);
  Truth matches(const ShellText& subject, const std::vector<ShellSource>& patterns,
                ShellState& state);
  Truth each(const ShellCommand& command, ShellState& state);
  Truth count(const ShellCommand& command, ShellState& state);
  Truth loop(const ShellCommand& command, ShellState& state);
  bool turn(const ShellCommand& body, ShellState& state, std::vector<ShellState>& exits,
            bool is_certain);
  Truth simple(const ShellCommand& command, ShellState& state);
  Truth run_simple(const ShellCommand& command, ShellState& state);
  ShellRun run_of(const ShellCommand& command, ShellState& state);
  Truth call(const ShellCommand& function, const ShellWords& words, std::size_t first,
             ShellState& state);
  Truth arithmetic(const ShellCommand& command, ShellState& state);
  Truth condition(const ShellCommand& command, ShellState& state);
  void redirections(const ShellCommand& command, ShellRun& run, ShellState& state);
  // Follows the branch `body`, which may not be taken, on a copy of the state.
  ShellState branch(const ShellCommand& body, const ShellState& state);
  // Follows `part` in a shell of its own, whose changes are lost.
  Truth subshell(const ShellCommand& part, ShellState state) { return follow(part, state); }
  void add_own_line(int line);
  ShellExpander expander(ShellState& state) { return {state, limits_, dialect_}; }

  const ShellDialect dialect_;
  Listener listener_;
  ShellLimits limits_;
  std::vector<std::unique_ptr<ShellProgram>> programs_;
  const ShellProgram* program_ = nullptr;
  int broken_line_ = 0, depth_ = 0, uncertain_ = 0, repeated_ = 0;
  std::vector<int> own_lines_;
  std::vector<ShellState> left_, next_, returned_;  // at `break` etc. that may happen
};

}  // namespace trainyard
