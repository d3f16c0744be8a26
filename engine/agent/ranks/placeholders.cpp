// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/ranks/placeholders.h"

#include <charconv>

#include "engine/contract/run/run_folder.h"

namespace trainyard::agent {

std::vector<std::pair<std::string, std::string>> Placeholders::values() const {
  return {{"run_dir", run_dir.string()},
          {"checkpoints", checkpoints.string()},
          {"resume_from", resume_from},
          {"nodes", std::to_string(nodes)},
          {"processes_per_node", std::to_string(processes_per_node)},
          {"node_rank", std::to_string(node_rank)},
          {"master_addr", master_addr},
          {"master_port", std::to_string(master_port)},
          {"array_index", array_index}};
}

std::string replace_placeholders(const std::string& text, const Placeholders& placeholders) {
  const auto values = placeholders.values();
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    bool is_replaced = false;
    if (text[at] == '{')
      for (const auto& [name, value] : values)
        if (text.compare(at, name.size() + 2, "{" + name + "}") == 0) {
          result += value;
          at += name.size() + 2;
          is_replaced = true;
          break;
        }
    if (!is_replaced) result += text[at++];
  }
  return result;
}

std::optional<std::filesystem::path> checkpoint_to_resume(const std::filesystem::path& run_dir) {
  const RunFolder run{run_dir};
  if (auto latest = latest_checkpoint(run)) return latest;
  std::optional<std::filesystem::path> newest;
  long long newest_step = -1;
  std::error_code error;
  for (std::filesystem::directory_iterator item(run.checkpoints(), error), end;
       !error && item != end; item.increment(error)) {
    const std::string name = item->path().filename().string();
    constexpr std::string_view prefix = "checkpoint-";
    long long step = -1;
    if (name.rfind(prefix, 0) != 0) continue;
    const auto [rest, failure] =
        std::from_chars(name.data() + prefix.size(), name.data() + name.size(), step);
    // The Trainer writes this file last, so a folder without it is incomplete.
    if (failure != std::errc() || rest != name.data() + name.size() ||
        !std::filesystem::exists(item->path() / "trainer_state.json", error))
      continue;
    if (step > newest_step) {
      newest_step = step;
      newest = item->path();
    }
  }
  return newest;
}

}  // namespace trainyard::agent
