// SPDX-License-Identifier: GPL-3.0-or-later
// One file because each kind of command runs the others, in the same state.
#include "remote/import/shell.h"

#include <algorithm>

#include "remote/import/shell_arithmetic.h"

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
  const bool is_compound =
      command.kind != CommandKind::simple && command.kind != CommandKind::sequence &&
      command.kind != CommandKind::both && command.kind != CommandKind::either &&
      command.kind != CommandKind::pipeline;
  if (is_compound && own_lines_.size() < kOwnLimit) own_lines_.push_back(command.line);
  switch (command.kind) {
    case CommandKind::simple:
      return simple(command, state);
    case CommandKind::sequence:
      return sequence(command, state);
    case CommandKind::both:
    case CommandKind::either:
      return chain(command, state);
    case CommandKind::negation: {
      const Truth value = follow(command.parts[0], state);
      return value ? Truth(!*value) : std::nullopt;
    }
    case CommandKind::pipeline:
      for (const ShellCommand& part : command.parts) {
        ShellState inner = state;
        follow(part, inner);
      }
      // `... | while read` runs in a separate shell, and so does the whole pipeline.
      return std::nullopt;
    case CommandKind::choice:
      choice(command, state);
      return std::nullopt;
    case CommandKind::match:
      match(command, state);
      return std::nullopt;
    case CommandKind::each:
      each(command, state);
      return std::nullopt;
    case CommandKind::count:
      count(command, state);
      return std::nullopt;
    case CommandKind::loop:
    case CommandKind::until:
      loop(command, state);
      return std::nullopt;
    case CommandKind::subshell: {
      ShellState inner = state;
      return follow(command.parts[0], inner);
    }
    case CommandKind::function:
      state.functions[command.words[0].text] = &command.parts[0];
      return true;
    case CommandKind::arithmetic: {
      const auto value = expander(state).arithmetic(command.words[0].text, command.line);
      return value ? Truth(*value != 0) : std::nullopt;
    }
    case CommandKind::condition:
      return condition(command, state);
  }
  return std::nullopt;
}

ShellInterpreter::Truth ShellInterpreter::sequence(const ShellCommand& command, ShellState& state) {
  Truth last = true;
  for (const ShellCommand& part : command.parts) {
    if (state.flow != ShellFlow::goes_on) break;
    if (part.is_background) {
      ShellState inner = state;
      last = follow(part, inner);
    } else {
      last = follow(part, state);
    }
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
  branch_out({branch(command.parts[1], state), state}, command.line, state);
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

void ShellInterpreter::branch_out(std::vector<ShellState> states, int line, ShellState& state) {
  state = merge_states(states, line);
}

void ShellInterpreter::choice(const ShellCommand& command, ShellState& state) {
  std::vector<ShellState> ends;
  std::size_t i = 0;
  for (; i + 1 < command.parts.size(); i += 2) {
    const Truth value = follow(command.parts[i], state);
    if (value == Truth(false)) continue;
    if (value && ends.empty()) {
      follow(command.parts[i + 1], state);
      return;
    }
    ends.push_back(branch(command.parts[i + 1], state));
    if (value) return branch_out(std::move(ends), command.line, state);
  }
  const bool has_else = i < command.parts.size();
  if (ends.empty()) {
    if (has_else) follow(command.parts[i], state);
    return;
  }
  ends.push_back(has_else ? branch(command.parts[i], state) : state);
  branch_out(std::move(ends), command.line, state);
}

void ShellInterpreter::match(const ShellCommand& command, ShellState& state) {
  const ShellText subject = expander(state).value(command.words[0].text, command.line);
  std::vector<ShellState> ends;
  bool is_complete = false;
  for (std::size_t i = 0; i < command.patterns.size() && i < command.parts.size(); ++i) {
    Truth matches = false;
    for (const ShellSource& source : command.patterns[i]) {
      const ShellText pattern = expander(state).value(source.text, source.line);
      const bool is_known = subject.is_known() && pattern.is_known();
      if (pattern.written() == "*" ||
          (is_known && matches_pattern(subject.written(), pattern.written())))
        matches = true;
      else if (!is_known)
        matches.reset();
      if (matches == Truth(true)) break;
    }
    if (matches == Truth(false)) continue;
    if (matches && ends.empty()) {
      follow(command.parts[i], state);
      return;
    }
    ends.push_back(branch(command.parts[i], state));
    if (matches) {
      is_complete = true;
      break;
    }
  }
  if (ends.empty()) return;
  if (!is_complete) ends.push_back(state);
  branch_out(std::move(ends), command.line, state);
}

// One iteration of a loop; false: it is certainly left.
bool ShellInterpreter::turn(const ShellCommand& body, ShellState& state,
                            std::vector<ShellState>& exits) {
  std::vector<ShellState> left, next;
  left.swap(left_);
  next.swap(next_);
  follow(body, state);
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

void ShellInterpreter::each(const ShellCommand& command, ShellState& state) {
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
    const int unsure = exits.empty() ? 0 : 1;
    state.set(name, items[i].parts, items[i].line);
    uncertain_ += unsure;
    const bool goes_on = turn(command.parts[0], state, exits);
    uncertain_ -= unsure;
    if (!goes_on) break;
  }
  if (!is_known) {
    exits.push_back(state);
    ShellText text;
    ShellPiece piece{"$" + name, false, {}};
    for (const ShellWord& item : items)
      if (item.is_known) piece.seen.push_back({item.text, item.line});
    text.add(std::move(piece));
    state.set(name, std::move(text), command.line);
    ++uncertain_;
    turn(command.parts[0], state, exits);
    --uncertain_;
  }
  repeated_ -= more;
  if (exits.empty()) return;
  exits.push_back(state);
  branch_out(std::move(exits), command.line, state);
}

void ShellInterpreter::count(const ShellCommand& command, ShellState& state) {
  std::vector<ShellState> exits;
  ++repeated_;
  expander(state).arithmetic(command.words[0].text, command.line);
  for (std::size_t i = 0;; ++i) {
    const auto goes_on = expander(state).arithmetic(command.words[1].text, command.line);
    if (goes_on && *goes_on == 0) break;
    const bool is_known = goes_on.has_value() && i < kTurnLimit;
    if (!is_known) exits.push_back(state);
    uncertain_ += is_known ? 0 : 1;
    const bool is_over = !turn(command.parts[0], state, exits);
    uncertain_ -= is_known ? 0 : 1;
    if (is_over || !is_known) break;
    expander(state).arithmetic(command.words[2].text, command.line);
  }
  --repeated_;
  if (exits.empty()) return;
  exits.push_back(state);
  branch_out(std::move(exits), command.line, state);
}

void ShellInterpreter::loop(const ShellCommand& command, ShellState& state) {
  std::vector<ShellState> exits;
  ++repeated_;
  for (std::size_t i = 0;; ++i) {
    Truth goes_on = follow(command.parts[0], state);
    if (goes_on && command.kind == CommandKind::until) goes_on = !*goes_on;
    if (goes_on == Truth(false)) break;
    const bool is_known = goes_on.has_value() && i < kTurnLimit;
    if (!is_known) exits.push_back(state);
    uncertain_ += is_known ? 0 : 1;
    const bool is_over = !turn(command.parts[1], state, exits);
    uncertain_ -= is_known ? 0 : 1;
    if (is_over || !is_known) break;
    // `while true` is left by something unknown.
    if (!exits.empty() && i > 0) break;
  }
  --repeated_;
  if (exits.empty()) return;
  exits.push_back(state);
  branch_out(std::move(exits), command.line, state);
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

ShellInterpreter::Truth ShellInterpreter::run_simple(const ShellCommand& command,
                                                     ShellState& state) {
  ShellRun run;
  run.line = command.line;
  run.source = &command;
  run.is_certain = uncertain_ == 0;
  run.is_repeated = repeated_ > 0;
  run.is_background = command.is_background;
  std::size_t first = 0;
  while (first < command.words.size() && is_assignment(command.words[first].text)) ++first;
  if (first == command.words.size()) {
    for (const ShellSource& word : command.words) expander(state).assign(word, false);
    return true;
  }
  for (const ShellSource& word : command.words) expander(state).expand(word, run.words);
  redirections(command, run, state);
  std::size_t at = 0;
  while (at < run.words.size() && is_assignment(run.words[at].text)) ++at;
  if (at == run.words.size()) return std::nullopt;
  const std::string& name = run.words[at].text;
  const auto function = state.functions.find(name);
  if (function != state.functions.end()) {
    const ShellWords words(run.words.begin() + static_cast<std::ptrdiff_t>(at), run.words.end());
    return call(*function->second, words, state);
  }
  bool is_own = at == 0;
  if (is_own) {
    const Truth end = builtin(run, command, state, is_own);
    if (is_own) {
      const bool is_silent =
          is_one_of(name, {"export", "declare", "typeset", "local", "readonly", "unset", "cd",
                           "pushd", "eval", "read", "shift", "let", ":", "mapfile", "readarray"});
      if (!is_silent && own_lines_.size() < kOwnLimit) own_lines_.push_back(run.line);
      return end;
    }
  }
  while (at == 0 && !run.words.empty() &&
         is_one_of(run.words[0].text, {"exec", "command", "builtin", "time"}))
    run.words.erase(run.words.begin());
  const bool is_last = command.words[0].text == "exec";
  if (!run.words.empty()) listener_(run, state);
  if (is_last && !run.words.empty() && state.flow == ShellFlow::goes_on)
    state.flow = ShellFlow::ended;
  return std::nullopt;
}

ShellInterpreter::Truth ShellInterpreter::call(const ShellCommand& function,
                                               const ShellWords& words, ShellState& state) {
  if (depth_ > kDeepestCall) return std::nullopt;
  ++depth_;
  const std::vector<ShellText> outer = std::move(state.arguments);
  const bool had_arguments = state.has_arguments;
  std::vector<ShellState> returned;
  returned.swap(returned_);
  state.arguments.clear();
  state.has_arguments = true;
  for (std::size_t i = 1; i < words.size(); ++i) {
    state.arguments.push_back(words[i].parts);
    // "$@" of the script is passed on: their number is unknown.
    if (words[i].is_list && !words[i].is_known) state.has_arguments = false;
  }
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
