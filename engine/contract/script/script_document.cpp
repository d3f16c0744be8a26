// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/script/script_document.h"

#include <cctype>

#include "engine/contract/experiment/scalar.h"
#include "engine/contract/script/script_resources.h"

namespace trainyard {
namespace {

std::string slug(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_plain = byte < 128 && (std::isalnum(byte) || c == '.' || c == '_');
    if (is_plain)
      out += static_cast<char>(std::tolower(byte));
    else if (!out.empty() && out.back() != '-')
      out += '-';
  }
  while (!out.empty() && std::string_view("-._").find(out.back()) != std::string_view::npos)
    out.pop_back();
  const auto first = out.find_first_not_of("-._");
  out.erase(0, first == out.npos ? out.size() : first);
  return out.substr(0, 64);
}

std::string stem(const std::string& file) {
  const std::string name = file.substr(file.rfind('/') + 1);
  const auto point = name.rfind('.');
  return point == name.npos || point == 0 ? name : name.substr(0, point);
}

// The line that last set the field.
std::string line_of(const SbatchDirectives& directives, const std::string& path) {
  std::string found;
  for (const SbatchLine& line : directives.lines) {
    SbatchDirectives one;
    one.lines = {line};
    if (resources_of(one).contains(path)) found = line.text;
  }
  return found;
}

std::string resources_section(const SbatchDirectives& directives) {
  const auto said = resources_of(directives);
  std::string out;
  for (const FieldInfo& field : fields()) {
    const auto value = said.find(field.path);
    if (value == said.end()) continue;
    if (out.empty()) out = "resources:\n";
    if (const std::string line = line_of(directives, field.path); !line.empty())
      out += "  " + line + "\n";
    out += "  " + field.key + ": " + spell(value->second) + "\n";
  }
  if (directives.components > 1)
    out += "# A heterogeneous job of " + std::to_string(directives.components) +
           " components, which the script alone describes.\n";
  return out;
}

}  // namespace

std::string script_experiment_name(std::string_view script, const std::string& file) {
  const auto name = last_option(read_sbatch_directives(script), "job-name");
  const std::string given = name && name->value ? slug(*name->value) : std::string();
  if (!given.empty()) return given;
  const std::string of_file = slug(stem(file));
  return of_file.empty() ? "job" : of_file;
}

std::string script_document(const ScriptToRun& script) {
  const SbatchDirectives directives = read_sbatch_directives(script.text);
  std::string out =
      "# Runs the job script as it is. What resources says otherwise than its #SBATCH lines "
      "counts;\n# a field that is taken out is the script's again.\nformat: 1\nname: " +
      spell(script_experiment_name(script.text, script.file)) +
      "\nworkload: script\nscript:\n  file: " + spell(script.file) + "\n";
  out += resources_section(directives);
  const auto chdir = last_option(directives, "chdir");
  const bool is_elsewhere = chdir && chdir->value && chdir->value->starts_with('/');
  if (!script.folder.empty() && !is_elsewhere)
    out += "code:\n  source: " + spell(script.folder) + "\n";
  return out;
}

}  // namespace trainyard
