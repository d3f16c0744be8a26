// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/import/shell_setup.h"

#include <algorithm>

namespace trainyard {
namespace {

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

// Adds a change, of the command `run`, to the setup. Unknown without `name`.
void add_setup(const ShellRun& run, ShellState& state, ShellSetup::Kind kind,
               const ShellWord* name = nullptr) {
  state.setup.push_back({kind, name && name->is_known ? name->text : std::string(),
                         as_command(run.words), run.is_certain, run.line});
}

std::string word_at(const ShellWords& words, std::size_t i) {
  return i < words.size() ? words[i].text : std::string();
}

void follow_module(const ShellRun& run, ShellState& state) {
  const ShellWords& words = run.words;
  const std::string verb = word_at(words, 1);
  if (is_one_of(verb, {"list", "avail", "av", "show", "spider", "whatis", "-t"})) return;
  const bool is_short = words[0].text == "ml";
  const bool is_load =
      is_short ? !verb.starts_with("-") && verb != "purge" : verb == "load" || verb == "add";
  const bool is_plain =
      is_load && std::all_of(words.begin() + 1, words.end(), [](const ShellWord& one) {
        return one.is_known && !one.text.starts_with("-");
      });
  if (!is_plain) return add_setup(run, state, ShellSetup::Kind::other);
  for (std::size_t i = is_short && verb != "load" ? 1 : 2; i < words.size(); ++i)
    add_setup(run, state, ShellSetup::Kind::module, &words[i]);
}

// False: it is another command of conda.
bool follow_conda(const ShellRun& run, ShellState& state) {
  const ShellWords& words = run.words;
  const std::string verb = word_at(words, 1);
  if (verb == "deactivate") return add_setup(run, state, ShellSetup::Kind::other), true;
  if (verb != "activate") return false;
  std::size_t i = 2;
  while (i < words.size() && (words[i].text == "-n" || words[i].text == "--name")) ++i;
  return add_setup(run, state, ShellSetup::Kind::conda, i < words.size() ? &words[i] : nullptr),
         true;
}

void follow_source(const ShellRun& run, ShellState& state) {
  const ShellWords& words = run.words;
  const std::string file = word_at(words, 1);
  if (file == "activate" || file.ends_with("conda/bin/activate") ||
      file.ends_with("conda3/bin/activate") || file.ends_with("forge3/bin/activate"))
    return add_setup(run, state, ShellSetup::Kind::conda, words.size() > 2 ? &words[2] : nullptr);
  if (!file.ends_with("/bin/activate")) return add_setup(run, state, ShellSetup::Kind::other);
  add_setup(run, state, ShellSetup::Kind::venv, &words[1]);
  std::string& folder = state.setup.back().name;
  if (file.starts_with("$HOME/") && words[1].parts.pieces().size() == 2)
    folder = "~" + file.substr(5);
  folder.resize(folder.empty() ? 0 : folder.size() - std::string_view("/bin/activate").size());
}

}  // namespace

bool follow_setup(const ShellRun& run, ShellState& state) {
  const std::string& name = run.words[0].text;
  if (name == "module" || name == "ml") return follow_module(run, state), true;
  if (is_one_of(name, {"conda", "mamba", "micromamba"})) return follow_conda(run, state);
  if (name == "source" || name == ".") return follow_source(run, state), true;
  if (!is_one_of(name, {"ulimit", "umask", "spack"})) return false;
  add_setup(run, state, ShellSetup::Kind::other);
  return true;
}

}  // namespace trainyard
