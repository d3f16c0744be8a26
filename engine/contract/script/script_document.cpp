// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/script/script_document.h"

#include <cctype>

#include "engine/contract/experiment/field_info.h"
#include "engine/contract/experiment/scalar.h"
#include "engine/contract/script/script_resources.h"
#include "engine/system/utf8_sequence.h"

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

// A document is UTF-8 without control characters; a script may be in another encoding.
bool is_writable(std::string_view text, std::size_t at) {
  const auto byte = static_cast<unsigned char>(text[at]);
  return utf8_sequence_length(text, at) > 0 && (byte >= 0x20 || byte == '\t') && byte != 0x7f;
}

std::string comment_of(std::string_view line) {
  std::string out;
  for (std::size_t at = 0; at < line.size(); at += utf8_sequence(line, at).length)
    out += is_writable(line, at) ? line.substr(at, utf8_sequence_length(line, at))
                                 : std::string_view("\xef\xbf\xbd");
  return out;
}

std::string resources_section(const SbatchDirectives& directives) {
  const auto said = resources_of(directives);
  std::string out;
  for (const FieldInfo& field : fields()) {
    const auto value = said.find(field.path);
    const std::string* text = value == said.end() ? nullptr : value->second.get_if<std::string>();
    // What cannot be written stays the script's.
    if (value == said.end() || (text && comment_of(*text) != *text)) continue;
    if (out.empty()) out = "resources:\n";
    if (const std::string line = line_of(directives, field.path); !line.empty())
      out += "  " + comment_of(line) + "\n";
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
