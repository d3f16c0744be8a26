// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/schedulers/slurm/script_outside.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include "remote/import/shell.h"

namespace trainyard {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t longestWords = 60;
constexpr std::array<std::string_view, 4> startFolders{"${SLURM_SUBMIT_DIR}", "$SLURM_SUBMIT_DIR",
                                                       "${PWD}", "$PWD"};
constexpr std::array<std::string_view, 9> readEndings{".py",   ".sh",   ".bash", ".yaml", ".yml",
                                                      ".json", ".toml", ".cfg",  ".ini"};

// Without the folder in which the script is started; nothing if it is absolute or unknown.
std::optional<std::string> relativePath(std::string path) {
  for (const std::string_view start : startFolders)
    if (path == start || path.starts_with(std::string(start) + "/")) {
      path.erase(0, std::min(start.size() + 1, path.size()));
      break;
    }
  const bool isElsewhere = path.starts_with('/') || path.starts_with('~');
  if (isElsewhere || path.find_first_of("$`*?{") != path.npos) return std::nullopt;
  return path;
}

bool leadsOut(const std::string& folder, const std::string& path) {
  const std::string place = (fs::path(folder) / path).lexically_normal().string();
  return place == ".." || place.starts_with("../");
}

bool isRead(const std::string& word) {
  return std::any_of(readEndings.begin(), readEndings.end(),
                     [&](std::string_view ending) { return word.ends_with(ending); });
}

std::string shortWords(const ShellWords& words) {
  std::string out;
  for (const ShellWord& word : words) out += (out.empty() ? "" : " ") + word.text;
  if (out.size() > longestWords) out = out.substr(0, longestWords) + " …";
  return out;
}

}  // namespace

std::optional<NameOutside> firstNameOutside(std::string_view script) {
  std::optional<NameOutside> found;
  const auto hear = [&](const ShellRun& run, ShellState& state) {
    if (found || !run.is_certain || run.words.empty()) return;
    const auto folder = relativePath(state.folder.written());
    if (!folder) return;
    if (leadsOut("", *folder)) {
      found = NameOutside{state.folder_line, "cd " + state.folder.written()};
      return;
    }
    for (const ShellWord& word : run.words) {
      const auto path = word.is_known ? relativePath(word.text) : std::nullopt;
      if (path && isRead(*path) && leadsOut(*folder, *path)) {
        found = NameOutside{run.line, shortWords(run.words)};
        return;
      }
    }
  };
  ShellState state;
  ShellInterpreter shell({}, hear);
  shell.run(script, 1, state);
  return found;
}

}  // namespace trainyard
