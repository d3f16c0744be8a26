// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/coordinator/changed_settings.h"

#include "engine/contract/files/whole_file.h"
#include "engine/contract/run/submission_record.h"

namespace trainyard::agent {

std::string take_changed_settings(const Attempt& attempt) {
  constexpr std::uint64_t limit_bytes = 64u << 10;
  const auto note = attempt.run.root / changed_settings_name;
  std::error_code problem;
  if (!std::filesystem::exists(note, problem)) return {};
  std::filesystem::rename(note, attempt.folder / changed_settings_name, problem);
  if (problem) return {};
  const auto text = read_file(attempt.folder / changed_settings_name, limit_bytes);
  if (!text) return {};
  std::string words;
  for (const char c : *text) words += c == '\n' ? std::string(", ") : std::string(1, c);
  while (words.ends_with(' ') || words.ends_with(',')) words.pop_back();
  return words;
}

}  // namespace trainyard::agent
