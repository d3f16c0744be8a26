// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/slurm/file_pattern.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>

namespace trainyard::agent {
namespace {

std::string variable(const Environment& environment, std::initializer_list<const char*> names) {
  for (const char* name : names)
    if (const auto found = environment.find(name); found != environment.end()) return found->second;
  return {};
}

// The value of %C in the batch step; nothing for an unknown letter.
std::string word_of(char letter, const Environment& environment) {
  const auto number = [](const std::string& text) { return text.empty() ? "4294967294" : text; };
  switch (letter) {
    case 'j':
      return variable(environment, {"SLURM_JOB_ID"});
    case 'J':
      return variable(environment, {"SLURM_JOB_ID"});
    case 'A':
      return variable(environment, {"SLURM_ARRAY_JOB_ID", "SLURM_JOB_ID"});
    case 'a':
      return number(variable(environment, {"SLURM_ARRAY_TASK_ID"}));
    case 'b': {
      const std::string index = variable(environment, {"SLURM_ARRAY_TASK_ID"});
      return index.empty() ? "0" : std::to_string(std::atoi(index.c_str()) % 10);
    }
    case 'x':
      return variable(environment, {"SLURM_JOB_NAME"});
    case 'u':
      return variable(environment, {"SLURM_JOB_USER", "USER"});
    case 'N': {
      const std::string node = variable(environment, {"SLURMD_NODENAME"});
      return node.substr(0, node.find('.'));
    }
    case 'n':
    case 't':
      return "0";
    case 's':
      return "batch";
    default:
      return {};
  }
}

}  // namespace

std::filesystem::path file_of_pattern(std::string_view pattern, const Environment& environment,
                                      const std::filesystem::path& folder) {
  std::string name;
  if (pattern.find('\\') != pattern.npos) {
    std::copy_if(pattern.begin(), pattern.end(), std::back_inserter(name),
                 [](char c) { return c != '\\'; });
    return folder / name;
  }
  for (std::size_t at = 0; at < pattern.size(); ++at) {
    if (pattern[at] != '%' || at + 1 == pattern.size()) {
      name += pattern[at];
      continue;
    }
    if (pattern[at + 1] == '%') {
      name += pattern[++at];
      continue;
    }
    std::size_t digits = at + 1;
    while (digits < pattern.size() && std::isdigit(static_cast<unsigned char>(pattern[digits])))
      ++digits;
    const std::string word =
        digits < pattern.size() ? word_of(pattern[digits], environment) : std::string();
    if (word.empty()) {
      name += pattern[at];
      continue;
    }
    // However many digits the width has, Slurm fills up to ten.
    std::size_t width = 0;
    for (const char digit : pattern.substr(at + 1, digits - at - 1))
      width = std::min<std::size_t>(width * 10 + static_cast<std::size_t>(digit - '0'), 10);
    const bool is_number = std::all_of(word.begin(), word.end(), [](char c) {
      return std::isdigit(static_cast<unsigned char>(c));
    });
    if (is_number && word.size() < width) name.append(width - word.size(), '0');
    name += word;
    at = digits;
  }
  return folder / name;
}

}  // namespace trainyard::agent
