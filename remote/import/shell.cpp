// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/import/shell.h"

#include <algorithm>
#include <utility>

#include "remote/import/shell_arithmetic.h"
#include "remote/import/shell_assign.h"
#include "remote/import/shell_builtins.h"

namespace trainyard {
namespace {

constexpr int kDeepestCall = 40;
constexpr std::size_t kTurnLimit = 200;  // per loop
constexpr std::size_t kOwnLimit = 10'000;

using CommandKind = ShellCommand::Kind;
using ShellFlow = ShellState::Flow;

// Commands that query the machine: their exit status is unknown.
bool is_question(const std::vector<ShellSource>& words) {
  const std::string& word = words[0].text;
  if (words.size() > 1 && words[1].text == "-c" && word.starts_with("python")) return true;
  return is_one_of(word, {"command", "which", "type", "hash", "grep", "nvidia-smi", "ls", "diff",
                          "cmp", "pgrep", "read", "scontrol", "squeue", "[", "test"});
}

bool is_compound(CommandKind kind) {
  return kind != CommandKind::simple && kind != CommandKind::sequence &&
         kind != CommandKind::both && kind != CommandKind::either && kind != CommandKind::pipeline;
}

std::optional<bool> negated(std::optional<bool> value) {
  return value ? std::optional(!*value) : std::nullopt;
}

// Behind a loop, which may have been left before its end.
void merge_exits(std::vector<ShellState>& exits, int line, ShellState& state) {
  if (exits.empty()) return;
  exits.push_back(state);
  state = merge_states(exits, line);
}

}  // namespace

void ShellInterpreter::run(std::string_view text, int first_line, ShellState& state) {
  if (depth_ > kDeepestCall) return;
  ++depth_;
  programs_.push_back(std::make_unique<ShellProgram>(parse_shell(text, first_line)));
  const ShellProgram* outer = program_;
  program_ = programs_.back().get();
  if (broken_line_ == 0) broken_line_ = program_->broken_line;
  follow(program_->commands, state);
  program_ = outer;
  --depth_;
}

ShellInterpreter::Truth ShellInterpreter::follow(const ShellCommand& command, ShellState& state) {
  if (limits_.steps == 0 || state.flow != ShellFlow::goes_on) return std::nullopt;
  --limits_.steps;
  if (is_compound(command.kind)) add_own_line(command.line);
  switch (command.kind) {
    case CommandKind::simple:
      return simple(command, state);
    case CommandKind::sequence:
      return sequence(command, state);
    case CommandKind::both:
    case CommandKind::either:
      return chain(command, state);
    case CommandKind::negation:
      return negated(follow(command.parts[0], state));
    case CommandKind::pipeline:
      return pipeline(command, state);
    case CommandKind::choice:
      return choice(command, state);
    case CommandKind::match:
      return match(command, state);
    case CommandKind::each:
      return each(command, state);
    case CommandKind::count:
      return count(command, state);
    case CommandKind::loop:
    case CommandKind::until:
      return loop(command, state);
    case CommandKind::subshell:
      return subshell(command.parts[0], state);
    case CommandKind::function:
      state.functions[command.words[0].text] = &command.parts[0];
      return true;
    case CommandKind::arithmetic:
      return arithmetic(command, state);
    case CommandKind::condition:
      return condition(command, state);
  }
  return std::nullopt;
}

void ShellInterpreter::add_own_line(int line) {
  if (own_lines_.size() < kOwnLimit) own_lines_.push_back(line);
}

// `... | while read` runs in a separate shell, and so does the whole pipeline.
ShellInterpreter::Truth ShellInterpreter::pipeline(const ShellCommand& command,
                                                   const ShellState& state) {
  for (const ShellCommand& part : command.parts) subshell(part, state);
  return std::nullopt;
}

ShellInterpreter::Truth ShellInterpreter::arithmetic(const ShellCommand& command,
                                                     ShellState& state) {
  const auto value = expander(state).arithmetic(command.words[0].text, command.line);
  return value ? Truth(*value != 0) : std::nullopt;
}

ShellInterpreter::Truth ShellInterpreter::sequence(const ShellCommand& command, ShellState& state) {
  Truth last = true;
  for (const ShellCommand& part : command.parts) {
    if (state.flow != ShellFlow::goes_on) break;
    last = part.is_background ? subshell(part, state) : follow(part, state);
  }
  return last;
}

ShellInterpreter::Truth ShellInterpreter::chain(const ShellCommand& command, ShellState& state) {
  const bool is_both = command.kind == CommandKind::both;
  const Truth left = follow(command.parts[0], state);
  if (left) {
    if (*left != is_both) return left;
    return follow(command.parts[1], state);
  }
  // A command of which only the start is known is assumed to succeed.
  const ShellCommand& first = command.parts[0];
  const bool may_fail =
      first.kind != CommandKind::simple || first.words.empty() || is_question(first.words);
  if (is_both && !may_fail) return follow(command.parts[1], state);
  state = merge_states({branch(command.parts[1], state), state}, command.line);
  return std::nullopt;
}

ShellState ShellInterpreter::branch(const ShellCommand& body, const ShellState& state) {
  ShellState inner = state;
  ++uncertain_;
  follow(body, inner);
  --uncertain_;
  if (inner.flow == ShellFlow::left_loop) left_.push_back(inner);
  if (inner.flow == ShellFlow::next_turn) next_.push_back(inner);
  if (inner.flow == ShellFlow::returned) returned_.push_back(inner);
  if (inner.flow != ShellFlow::goes_on) inner.flow = ShellFlow::ended;
  return inner;
}

ShellInterpreter::Truth ShellInterpreter::choice(const ShellCommand& command, ShellState& state) {
  std::vector<ShellState> ends;
  std::size_t i = 0;
  Truth value = false;
  for (; i + 1 < command.parts.size() && value != Truth(true); i += 2) {
    value = follow(command.parts[i], state);
    if (value == Truth(false)) continue;
    if (value && ends.empty()) return follow(command.parts[i + 1], state), std::nullopt;
    ends.push_back(branch(command.parts[i + 1], state));
  }
  const bool has_else = i < command.parts.size();
  if (ends.empty() && has_else) follow(command.parts[i], state);
  if (ends.empty()) return std::nullopt;
  if (value != Truth(true)) ends.push_back(has_else ? branch(command.parts[i], state) : state);
  state = merge_states(ends, command.line);
  return std::nullopt;
}

// Whether a text matches one of the patterns of a case.
ShellInterpreter::Truth ShellInterpreter::matches(const ShellText& subject,
                                                  const std::vector<ShellSource>& patterns,
                                                  ShellState& state) {
  Truth matches = false;
  for (const ShellSource& source : patterns) {
    const ShellText pattern = expander(state).value(source.text, source.line);
    const bool is_known = subject.is_known() && pattern.is_known();
    if (pattern.written() == "*" ||
        (is_known && matches_pattern(subject.written(), pattern.written())))
      return true;
    if (!is_known) matches.reset();
  }
  return matches;
}

ShellInterpreter::Truth ShellInterpreter::match(const ShellCommand& command, ShellState& state) {
  const ShellText subject = expander(state).value(command.words[0].text, command.line);
  std::vector<ShellState> ends;
  Truth value = false;
  const std::size_t num_cases = std::min(command.patterns.size(), command.parts.size());
  for (std::size_t i = 0; i < num_cases && value != Truth(true); ++i) {
    value = matches(subject, command.patterns[i], state);
    if (value == Truth(false)) continue;
    if (value && ends.empty()) return follow(command.parts[i], state), std::nullopt;
    ends.push_back(branch(command.parts[i], state));
  }
  if (ends.empty()) return std::nullopt;
  if (value != Truth(true)) ends.push_back(state);
  state = merge_states(ends, command.line);
  return std::nullopt;
}

// One iteration of a loop, which may not happen if it is not certain; false: it is certainly left.
bool ShellInterpreter::turn(const ShellCommand& body, ShellState& state,
                            std::vector<ShellState>& exits, bool is_certain) {
  std::vector<ShellState> left = std::exchange(left_, {}), next = std::exchange(next_, {});
  uncertain_ += is_certain ? 0 : 1;
  follow(body, state);
  uncertain_ -= is_certain ? 0 : 1;
  for (ShellState& one : left_) {
    one.flow = ShellFlow::goes_on;
    exits.push_back(std::move(one));
  }
  if (!next_.empty()) {
    for (ShellState& one : next_) one.flow = ShellFlow::goes_on;
    next_.push_back(state);
    if (state.flow == ShellFlow::next_turn) next_.back().flow = ShellFlow::goes_on;
    state = merge_states(next_, body.line);
  }
  left_ = std::move(left);
  next_ = std::move(next);
  if (state.flow == ShellFlow::next_turn) state.flow = ShellFlow::goes_on;
  const bool is_left = state.flow != ShellFlow::goes_on;
  if (state.flow == ShellFlow::left_loop) state.flow = ShellFlow::goes_on;
  return !is_left;
}

ShellInterpreter::Truth ShellInterpreter::each(const ShellCommand& command, ShellState& state) {
  const std::string& name = command.words[0].text;
  ShellWords items;
  if (command.has_list)
    for (std::size_t i = 1; i < command.words.size(); ++i)
      expander(state).expand(command.words[i], items);
  else if (state.has_arguments)
    for (const ShellText& argument : state.arguments)
      items.push_back(shell_word(argument, command.line, false));
  const bool is_known =
      (command.has_list || state.has_arguments) &&
      std::all_of(items.begin(), items.end(), [](const ShellWord& one) { return one.is_known; });
  std::vector<ShellState> exits;
  const int more = items.size() > 1 || !is_known ? 1 : 0;
  repeated_ += more;
  for (std::size_t i = 0; is_known && i < std::min(items.size(), kTurnLimit); ++i) {
    state.set(name, items[i].parts, items[i].line);
    if (!turn(command.parts[0], state, exits, exits.empty())) break;
  }
  if (!is_known) {
    exits.push_back(state);
    ShellText text;
    ShellPiece piece{"$" + name, false, {}};
    for (const ShellWord& item : items)
      if (item.is_known) piece.seen.push_back({item.text, item.line});
    text.add(std::move(piece));
    state.set(name, std::move(text), command.line);
    turn(command.parts[0], state, exits, false);
  }
  repeated_ -= more;
  merge_exits(exits, command.line, state);
  return std::nullopt;
}

ShellInterpreter::Truth ShellInterpreter::count(const ShellCommand& command, ShellState& state) {
  std::vector<ShellState> exits;
  ++repeated_;
  expander(state).arithmetic(command.words[0].text, command.line);
  for (std::size_t i = 0;; ++i) {
    const auto goes_on = expander(state).arithmetic(command.words[1].text, command.line);
    if (goes_on && *goes_on == 0) break;
    const bool is_known = goes_on.has_value() && i < kTurnLimit;
    if (!is_known) exits.push_back(state);
    if (!turn(command.parts[0], state, exits, is_known) || !is_known) break;
    expander(state).arithmetic(command.words[2].text, command.line);
  }
  --repeated_;
  merge_exits(exits, command.line, state);
  return std::nullopt;
}

ShellInterpreter::Truth ShellInterpreter::loop(const ShellCommand& command, ShellState& state) {
  std::vector<ShellState> exits;
  ++repeated_;
  for (std::size_t i = 0;; ++i) {
    Truth goes_on = follow(command.parts[0], state);
    if (goes_on && command.kind == CommandKind::until) goes_on = !*goes_on;
    if (goes_on == Truth(false)) break;
    const bool is_known = goes_on.has_value() && i < kTurnLimit;
    if (!is_known) exits.push_back(state);
    if (!turn(command.parts[1], state, exits, is_known) || !is_known) break;
    // `while true` is left by something unknown.
    if (!exits.empty() && i > 0) break;
  }
  --repeated_;
  merge_exits(exits, command.line, state);
  return std::nullopt;
}

ShellInterpreter::Truth ShellInterpreter::condition(const ShellCommand& command,
                                                    ShellState& state) {
  ShellWords words;
  for (const ShellSource& source : command.words)
    words.push_back(
        shell_word(expander(state).value(source.text, source.line), source.line, false));
  return condition_value(words, true);
}

void ShellInterpreter::redirections(const ShellCommand& command, ShellRun& run, ShellState& state) {
  for (const ShellRedirection& one : command.redirections) {
    if (one.document >= 0 && program_) {
      const ShellHereDocument& document =
          program_->documents[static_cast<std::size_t>(one.document)];
      run.input = expander(state).document(document);
      run.input_line = document.line;
    } else if (one.sign == "<<<") {
      run.input = expander(state).value(one.target.text, one.target.line);
      run.input_line = one.target.line;
    } else if (one.sign == ">" || one.sign == ">|") {
      const ShellText target = expander(state).value(one.target.text, one.target.line);
      if (target.is_known() && one.descriptor < 2) run.output = target.written();
    }
  }
}

ShellInterpreter::Truth ShellInterpreter::simple(const ShellCommand& command, ShellState& state) {
  const std::size_t unset = limits_.unset.size();
  const Truth end = run_simple(command, state);
  if (uncertain_ > 0) limits_.unset.resize(std::min(unset, limits_.unset.size()));
  for (std::size_t i = unset; i < limits_.unset.size(); ++i)
    if (limits_.unset[i].line == 0) limits_.unset[i].line = command.line;
  return end;
}

ShellRun ShellInterpreter::run_of(const ShellCommand& command, ShellState& state) {
  ShellRun run;
  run.line = command.line;
  run.source = &command;
  run.is_certain = uncertain_ == 0;
  run.is_repeated = repeated_ > 0;
  run.is_background = command.is_background;
  for (const ShellSource& word : command.words) expander(state).expand(word, run.words);
  redirections(command, run, state);
  return run;
}

ShellInterpreter::Truth ShellInterpreter::run_simple(const ShellCommand& command,
                                                     ShellState& state) {
  const auto is_assigned = [](const auto& word) { return is_assignment(word.text); };
  ShellAssigner assigner(state, limits_, dialect_);
  if (std::ranges::all_of(command.words, is_assigned)) {
    for (const ShellSource& word : command.words) assigner.assign(word, false);
    return true;
  }
  ShellRun run = run_of(command, state);
  const auto first = std::ranges::find_if_not(run.words, is_assigned);
  if (first == run.words.end()) return std::nullopt;
  const std::size_t at = static_cast<std::size_t>(first - run.words.begin());
  const auto function = state.functions.find(first->text);
  if (function != state.functions.end()) return call(*function->second, run.words, at + 1, state);
  if (at == 0) {
    if (const ShellBuiltin* builtin = find_builtin(run)) {
      if (!builtin->is_silent) add_own_line(run.line);
      ShellBuiltinCall call{run, command, state, expander(state), assigner, *this, depth_ > 1};
      return builtin->run(call);
    }
    while (!run.words.empty() &&
           is_one_of(run.words[0].text, {"exec", "command", "builtin", "time"}))
      run.words.erase(run.words.begin());
    if (run.words.empty()) return std::nullopt;
  }
  listener_(run, state);
  if (command.words[0].text == "exec" && state.flow == ShellFlow::goes_on)
    state.flow = ShellFlow::ended;
  return std::nullopt;
}

ShellInterpreter::Truth ShellInterpreter::call(const ShellCommand& function,
                                               const ShellWords& words, std::size_t first,
                                               ShellState& state) {
  if (depth_ > kDeepestCall) return std::nullopt;
  ++depth_;
  const std::vector<ShellText> outer = std::move(state.arguments);
  const bool had_arguments = state.has_arguments;
  std::vector<ShellState> returned = std::exchange(returned_, {});
  state.set_arguments(words, first);
  const Truth end = follow(function, state);
  if (state.flow == ShellFlow::returned) state.flow = ShellFlow::goes_on;
  if (!returned_.empty()) {
    for (ShellState& one : returned_) one.flow = ShellFlow::goes_on;
    returned_.push_back(state);
    state = merge_states(returned_, function.line);
  }
  returned_ = std::move(returned);
  state.arguments = outer;
  state.has_arguments = had_arguments;
  --depth_;
  return end;
}

}  // namespace trainyard
