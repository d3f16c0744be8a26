// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/import/shell_builtins.h"

#include <algorithm>

#include "remote/import/shell_arithmetic.h"

namespace trainyard {
namespace {

using ShellFlow = ShellState::Flow;
using Truth = std::optional<bool>;

Truth succeed(ShellBuiltinCall&) { return true; }
Truth fail(ShellBuiltinCall&) { return false; }
Truth ignore(ShellBuiltinCall&) { return std::nullopt; }

Truth run_test(ShellBuiltinCall& call) {
  const ShellWords& words = call.run.words;
  const std::ptrdiff_t end = words[0].text == "[" && words.back().text == "]" ? 1 : 0;
  return condition_value(ShellWords(words.begin() + 1, words.end() - end), false);
}

// `export A=1 B`, `declare -x C=2`, `unset D`.
Truth run_declare(ShellBuiltinCall& call) {
  const std::string& name = call.run.words[0].text;
  ShellState& state = call.state;
  bool is_exported = name == "export", is_removed = false;
  for (std::size_t i = 1; i < call.command.words.size(); ++i) {
    const ShellSource& word = call.command.words[i];
    if (word.text.starts_with("-") || word.text.starts_with("+")) {
      is_exported |= name != "local" && word.text.find('x') != word.text.npos;
      is_removed |= name == "export" && word.text == "-n";
      continue;
    }
    if (call.assigner.assign(word, is_exported)) continue;
    ShellWords plain;
    call.expander.expand(word, plain);
    for (const ShellWord& one : plain) {
      const auto found = state.variables.find(one.text);
      if (name == "unset")
        state.variables.erase(one.text);
      else if (found != state.variables.end() && (is_exported || is_removed))
        found->second.is_exported = !is_removed;
    }
  }
  return true;
}

Truth run_set(ShellBuiltinCall& call) {
  const ShellWords& words = call.run.words;
  ShellState& state = call.state;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string& word = words[i].text;
    if (word == "--") {
      state.set_arguments(words, i + 1);
      break;
    }
    const bool is_set = word.starts_with('-');
    if (word.size() < 2 || (!is_set && word[0] != '+')) continue;
    if (word.find('a') != word.npos) state.exports_all = is_set;
    if (word.find('u') != word.npos) state.is_strict = is_set;
    // -euo pipefail
    if (!word.ends_with('o') || i + 1 == words.size()) continue;
    if (words[++i].text == "nounset") state.is_strict = is_set;
    if (word.size() == 2 && words[i].text == "allexport") state.exports_all = is_set;
  }
  return true;
}

Truth run_shift(ShellBuiltinCall& call) {
  if (call.state.has_arguments && !call.state.arguments.empty())
    call.state.arguments.erase(call.state.arguments.begin());
  return std::nullopt;
}

Truth run_exit(ShellBuiltinCall& call) {
  call.state.flow = ShellFlow::ended;
  return std::nullopt;
}
Truth leave_function(ShellBuiltinCall& call) {
  call.state.flow = call.is_in_function ? ShellFlow::returned : ShellFlow::ended;
  return std::nullopt;
}
Truth leave_loop(ShellBuiltinCall& call) {
  call.state.flow = ShellFlow::left_loop;
  return std::nullopt;
}
Truth begin_turn(ShellBuiltinCall& call) {
  call.state.flow = ShellFlow::next_turn;
  return std::nullopt;
}

Truth run_eval(ShellBuiltinCall& call) {
  const ShellWords& words = call.run.words;
  std::string script;
  for (std::size_t i = 1; i < words.size(); ++i) script += (i > 1 ? " " : "") + words[i].text;
  call.interpreter.run(script, words[0].line, call.state);
  return std::nullopt;
}

Truth run_read(ShellBuiltinCall& call) {
  for (std::size_t i = 1; i < call.run.words.size(); ++i) {
    const std::string& name = call.run.words[i].text;
    if (name_length(name) == name.size()) call.state.set_unknown(name, call.run.line);
  }
  return std::nullopt;
}

Truth run_let(ShellBuiltinCall& call) {
  for (std::size_t i = 1; i < call.run.words.size(); ++i)
    call.expander.arithmetic(call.run.words[i].text, call.run.line);
  return std::nullopt;
}

Truth print_to_variable(ShellBuiltinCall& call) {
  call.state.set_unknown(call.run.words[2].text, call.run.line);
  return std::nullopt;
}

// A relative folder is one of the folder before.
Truth change_folder(ShellBuiltinCall& call) {
  const ShellWords& words = call.run.words;
  const auto target = std::find_if(words.begin() + 1, words.end(), [](const ShellWord& word) {
    return word.text.size() < 2 || word.text[0] != '-';  // -P, --
  });
  if (target == words.end() || target + 1 != words.end()) return std::nullopt;
  ShellText folder;
  const std::string& text = target->text;
  if (text == "-") {
    folder.add(ShellPiece{"$OLDPWD", false});
  } else {
    const bool is_absolute =
        text.empty() || std::string_view("/~$`").find(text[0]) != std::string_view::npos;
    if (!is_absolute && !call.state.folder.empty()) {
      folder.add(call.state.folder);
      folder.add('/');
    }
    folder.add(target->parts);
  }
  call.state.folder = std::move(folder);
  call.state.folder_line = words[0].line;
  return std::nullopt;
}

constexpr ShellBuiltin kBuiltins[] = {{":", succeed, true},
                                      {"true", succeed},
                                      {"false", fail},
                                      {"[", run_test},
                                      {"test", run_test},
                                      {"export", run_declare, true},
                                      {"readonly", run_declare, true},
                                      {"declare", run_declare, true},
                                      {"typeset", run_declare, true},
                                      {"local", run_declare, true},
                                      {"unset", run_declare, true},
                                      {"set", run_set},
                                      {"shift", run_shift, true},
                                      {"exit", run_exit},
                                      {"return", leave_function},
                                      {"break", leave_loop},
                                      {"continue", begin_turn},
                                      {"eval", run_eval, true},
                                      {"read", run_read, true},
                                      {"mapfile", run_read, true},
                                      {"readarray", run_read, true},
                                      {"let", run_let, true},
                                      {"cd", change_folder, true},
                                      {"pushd", change_folder, true}};

constexpr ShellBuiltin kPrintToVariable{"printf", print_to_variable};
constexpr ShellBuiltin kPrint{"echo", succeed};
constexpr ShellBuiltin kQuestion{"date", ignore};

}  // namespace

const ShellBuiltin* find_builtin(const ShellRun& run) {
  const ShellWords& words = run.words;
  const std::string& name = words[0].text;
  const auto found = std::ranges::find(kBuiltins, name, &ShellBuiltin::name);
  if (found != std::end(kBuiltins)) return found;
  if (name == "printf" && words.size() > 2 && words[1].text == "-v") return &kPrintToVariable;
  if (!run.output.empty()) return nullptr;
  if (name == "echo" || name == "printf") return &kPrint;
  const bool is_question =
      is_one_of(name, {"date",       "wait",     "sleep",   "shopt",   "alias",    "popd",
                       "hostname",   "pwd",      "jobs",    "setopt",  "unsetopt", "which",
                       "type",       "hash",     "unalias", "getopts", "times",    "whoami",
                       "nvidia-smi", "squeue",   "sinfo",   "sacct",   "free",     "df",
                       "env",        "printenv", "lscpu",   "nproc",   "uname"}) &&
      !(name == "env" && words.size() > 1);
  return is_question ? &kQuestion : nullptr;
}

}  // namespace trainyard
