// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/coordinator/fired_rules.h"

#include <sstream>

#include "engine/contract/files/whole_file.h"

namespace trainyard::agent {

std::set<std::string> fired_rules(const RunFolder& run) {
  constexpr std::uint64_t limit_bytes = 1u << 20;
  const auto text = read_file(run.root / fired_rules_name, limit_bytes);
  std::set<std::string> rules;
  if (!text) return rules;
  std::istringstream lines(*text);
  for (std::string line; std::getline(lines, line);)
    if (!line.empty()) rules.insert(line);
  return rules;
}

Result<void> note_fired_rule(const RunFolder& run, const std::string& rule) {
  std::set<std::string> rules = fired_rules(run);
  rules.insert(rule);
  std::string text;
  for (const std::string& each : rules) text += each + "\n";
  return write_file_atomically(run.root / fired_rules_name, text);
}

}  // namespace trainyard::agent
