// SPDX-License-Identifier: GPL-3.0-or-later
// Builtin commands of the shell, and those that prepare the environment of others.
#include <algorithm>

#include "remote/import/shell.h"
#include "remote/import/shell_arithmetic.h"

namespace trainyard {
namespace {

using ShellFlow = ShellState::Flow;

// Formats a text as a word in double quotes, in which a shell expands what is unknown here.
std::string as_quoted(const ShellText& text) {
  const auto is_plain = [](char c) {
    return is_name_part(c) || std::string_view("-./:@%+,=").find(c) != std::string_view::npos;
  };
  const std::string written = text.written();
  if (text.is_known() && !written.empty() && std::all_of(written.begin(), written.end(), is_plain))
    return written;
  std::string out = "\"";
  for (const ShellPiece& piece : text.pieces()) {
    if (!piece.is_known) {
      out += piece.text;
      continue;
    }
    for (const char c : piece.text) {
      if (std::string_view("\"\\$`").find(c) != std::string_view::npos) out += '\\';
      out += c;
    }
  }
  return out + "\"";
}

std::string as_command(const ShellWords& words) {
  std::string out;
  for (const ShellWord& word : words) {
    const bool is_list = word.is_list && !word.is_known;
    out += (out.empty() ? "" : " ") + (is_list ? word.text : as_quoted(word.parts));
  }
  return out;
}

}  // namespace

void ShellInterpreter::set_options(const ShellWords& words, ShellState& state) {
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string& word = words[i].text;
    if (word == "--") {
      state.arguments.clear();
      state.has_arguments = true;
      for (std::size_t j = i + 1; j < words.size(); ++j) {
        state.arguments.push_back(words[j].parts);
        if (words[j].is_list && !words[j].is_known) state.has_arguments = false;
      }
      return;
    }
    const bool is_long = word == "-o" || word == "+o";
    if (is_long && i + 1 < words.size()) {
      if (words[++i].text == "allexport") state.exports_all = word == "-o";
      if (words[i].text == "nounset") state.is_strict = word == "-o";
      continue;
    }
    if (word.size() < 2 || (word[0] != '-' && word[0] != '+')) continue;
    if (word.find('a') != word.npos) state.exports_all = word[0] == '-';
    if (word.find('u') != word.npos) state.is_strict = word[0] == '-';
    // -euo pipefail
    if (word.ends_with('o') && i + 1 < words.size())
      if (words[++i].text == "nounset") state.is_strict = word[0] == '-';
  }
}

// Builtin commands. `is_own` is set to false if it is not one.
ShellInterpreter::Truth ShellInterpreter::builtin(const ShellRun& run, const ShellCommand& command,
                                                  ShellState& state, bool& is_own) {
  const ShellWords& words = run.words;
  const std::string& name = words[0].text;
  if (name == ":" || name == "true") return true;
  if (name == "false") return false;
  if (name == "[" || name == "test") {
    const std::ptrdiff_t end = name == "[" && words.back().text == "]" ? 1 : 0;
    return condition_value(ShellWords(words.begin() + 1, words.end() - end), false);
  }
  if (is_one_of(name, {"export", "readonly", "declare", "typeset", "local", "unset"}))
    return declare_variables(words, command, state), Truth(true);
  if (name == "set") return set_options(words, state), Truth(true);
  if (name == "shift") {
    if (state.has_arguments && !state.arguments.empty())
      state.arguments.erase(state.arguments.begin());
    return std::nullopt;
  }
  if (name == "exit" || name == "return" || name == "break" || name == "continue") {
    state.flow = name == "exit"     ? ShellFlow::ended
                 : name == "return" ? (depth_ > 1 ? ShellFlow::returned : ShellFlow::ended)
                 : name == "break"  ? ShellFlow::left_loop
                                    : ShellFlow::next_turn;
    return std::nullopt;
  }
  if (name == "eval") return run_eval(words, state), std::nullopt;
  if (name == "read" || name == "mapfile" || name == "readarray") {
    for (std::size_t i = 1; i < words.size(); ++i)
      if (name_length(words[i].text) == words[i].text.size())
        state.set_unknown(words[i].text, run.line);
    return std::nullopt;
  }
  if (name == "let") {
    for (std::size_t i = 1; i < words.size(); ++i)
      expander(state).arithmetic(words[i].text, run.line);
    return std::nullopt;
  }
  if (name == "printf" && words.size() > 2 && words[1].text == "-v")
    return state.set_unknown(words[2].text, run.line), std::nullopt;
  if (name == "cd" || name == "pushd") return change_folder(words, state), std::nullopt;
  is_own = is_one_of(name, {"echo",     "printf", "date",       "wait",     "sleep",   "shopt",
                            "alias",    "popd",   "hostname",   "pwd",      "jobs",    "setopt",
                            "unsetopt", "which",  "type",       "hash",     "unalias", "getopts",
                            "times",    "whoami", "nvidia-smi", "squeue",   "sinfo",   "sacct",
                            "free",     "df",     "env",        "printenv", "lscpu",   "nproc",
                            "uname"}) &&
           !(name == "env" && words.size() > 1) && run.output.empty();
  return name == "echo" || name == "printf" ? Truth(true) : std::nullopt;
}

// A relative folder is one of the folder before.
void ShellInterpreter::change_folder(const ShellWords& words, ShellState& state) {
  const auto target = std::find_if(words.begin() + 1, words.end(), [](const ShellWord& word) {
    return word.text.size() < 2 || word.text[0] != '-';  // -P, --
  });
  if (target == words.end() || target + 1 != words.end()) return;
  ShellText folder;
  const std::string& text = target->text;
  if (text == "-") {
    folder.add(ShellPiece{"$OLDPWD", false});
  } else {
    const bool is_absolute =
        text.empty() || std::string_view("/~$`").find(text[0]) != std::string_view::npos;
    if (!is_absolute && !state.folder.empty()) {
      folder.add(state.folder);
      folder.add('/');
    }
    folder.add(target->parts);
  }
  state.folder = std::move(folder);
  state.folder_line = words[0].line;
}

// `export A=1 B`, `declare -x C=2`, `unset D`.
void ShellInterpreter::declare_variables(const ShellWords& words, const ShellCommand& command,
                                         ShellState& state) {
  const std::string& name = words[0].text;
  bool is_exported = name == "export", is_removed = false;
  for (const ShellSource& word : command.words) {
    if (&word == command.words.data()) continue;
    if (word.text.starts_with("-") || word.text.starts_with("+")) {
      is_exported |= name != "local" && word.text.find('x') != word.text.npos;
      is_removed |= name == "export" && word.text == "-n";
      continue;
    }
    if (expander(state).assign(word, is_exported)) continue;
    ShellWords plain;
    expander(state).expand(word, plain);
    for (const ShellWord& one : plain) {
      const auto found = state.variables.find(one.text);
      if (name == "unset")
        state.variables.erase(one.text);
      else if (found != state.variables.end() && (is_exported || is_removed))
        found->second.is_exported = !is_removed;
    }
  }
}

void ShellInterpreter::run_eval(const ShellWords& words, ShellState& state) {
  std::string script;
  for (std::size_t i = 1; i < words.size(); ++i) script += (i > 1 ? " " : "") + words[i].text;
  run(script, words[0].line, state);
}

bool follow_setup(const ShellRun& run, ShellState& state) {
  using Setup = ShellSetup::Kind;
  const ShellWords& words = run.words;
  const std::string& name = words[0].text;
  const auto word = [&](std::size_t i) { return i < words.size() ? words[i].text : std::string(); };
  const auto add = [&](Setup kind, const ShellWord* what) {
    const bool is_known = what && what->is_known;
    state.setup.push_back(
        {kind, is_known ? what->text : std::string(), as_command(words), run.is_certain, run.line});
  };
  if (name == "module" || name == "ml") {
    const bool is_load = name == "ml" ? !word(1).starts_with("-") && word(1) != "purge"
                                      : word(1) == "load" || word(1) == "add";
    const std::size_t first = name == "ml" && word(1) != "load" ? 1 : 2;
    const bool is_plain =
        is_load && std::all_of(words.begin() + 1, words.end(), [](const ShellWord& one) {
          return one.is_known && !one.text.starts_with("-");
        });
    if (is_one_of(word(1), {"list", "avail", "av", "show", "spider", "whatis", "-t"})) return true;
    if (!is_plain) return add(Setup::other, nullptr), true;
    for (std::size_t i = first; i < words.size(); ++i) add(Setup::module, &words[i]);
    return true;
  }
  if (is_one_of(name, {"conda", "mamba", "micromamba"}) && word(1) == "activate") {
    std::size_t i = 2;
    while (i < words.size() && (words[i].text == "-n" || words[i].text == "--name")) ++i;
    return add(Setup::conda, i < words.size() ? &words[i] : nullptr), true;
  }
  if (is_one_of(name, {"conda", "mamba", "micromamba"}) && word(1) == "deactivate")
    return add(Setup::other, nullptr), true;
  if (name != "source" && name != ".")
    return is_one_of(name, {"ulimit", "umask", "spack"}) ? (add(Setup::other, nullptr), true)
                                                         : false;
  const std::string file = word(1);
  if (file == "activate" || file.ends_with("conda/bin/activate") ||
      file.ends_with("conda3/bin/activate") || file.ends_with("forge3/bin/activate"))
    return add(Setup::conda, words.size() > 2 ? &words[2] : nullptr), true;
  if (file.ends_with("/bin/activate")) {
    add(Setup::venv, &words[1]);
    std::string& folder = state.setup.back().name;
    if (words[1].text.starts_with("$HOME/") && words[1].parts.pieces().size() == 2)
      folder = "~" + words[1].text.substr(5);
    folder.resize(folder.empty() ? 0 : folder.size() - std::string_view("/bin/activate").size());
    return true;
  }
  add(Setup::other, nullptr);
  return true;
}

}  // namespace trainyard
