// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/rehearse/settings_check.h"

#include <algorithm>

#include "engine/contract/experiment/yaml_tree.h"
#include "engine/contract/json.h"

namespace trainyard {
namespace {

bool isYaml(std::string_view name) { return name.ends_with(".yaml") || name.ends_with(".yml"); }

// A JSON value a line.
bool isJsonLines(std::string_view text) {
  int values = 0;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.find_first_not_of(" \t\r") == line.npos) continue;
    if (!parse_json(line)) return false;
    ++values;
  }
  return values > 1;
}

// "{{ name }}" is filled in before it is read; comments are read by more lenient parsers.
bool mayBeOfOtherFormat(std::string_view text) {
  for (const std::string_view sign : {"{{", "{%", "//", "/*", "<%"})
    if (text.find(sign) != text.npos) return true;
  for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1) {
    const auto first = text.find_first_not_of(" \t", at);
    if (first != text.npos && text[first] == '#') return true;
    if (text.find('\n', at) == text.npos) break;
  }
  return false;
}

}  // namespace

bool isSettingsFile(std::string_view name) { return name.ends_with(".json") || isYaml(name); }

std::optional<std::string> problemInSettings(std::string_view name, std::string_view text) {
  if (isYaml(name)) {
    if (text.find("{{") != text.npos || text.find("{%") != text.npos) return std::nullopt;
    for (const Diagnostic& one : parse_yaml(text).diagnostics)
      if (one.code == "document.syntax")
        return "line " + std::to_string(one.line) + ": " +
               get<std::string>(one.arguments, "problem");
    return std::nullopt;
  }
  if (text.starts_with("\xef\xbb\xbf")) return std::nullopt;
  const auto value = parse_json(text);
  if (value || isJsonLines(text) || mayBeOfOtherFormat(text)) return std::nullopt;
  const std::string problem = get<std::string>(value.error().arguments, "problem");
  return problem.empty() ? value.error().message : problem;
}

}  // namespace trainyard
