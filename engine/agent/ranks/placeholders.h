// SPDX-License-Identifier: GPL-3.0-or-later
// The values that arguments and variables of a command can refer to.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace trainyard::agent {

struct Placeholders {
  std::filesystem::path run_dir, checkpoints;
  std::string resume_from;  // folder of the checkpoint to resume from; empty: from scratch
  int nodes = 1;
  int processes_per_node = 1;
  int node_rank = 0;
  std::string master_addr = "127.0.0.1";
  int master_port = 0;
  std::string array_index;

  // {"run_dir", ...}: all names with their values.
  std::vector<std::pair<std::string, std::string>> values() const;
};

// Replaces {run_dir} etc.; every other brace is kept. Values are not searched for placeholders
// again.
std::string replace_placeholders(const std::string& text, const Placeholders& placeholders);

// Returns where to resume: the newest of `latest` and the Trainer's checkpoint-N folders; nothing
// if there is none.
std::optional<std::filesystem::path> checkpoint_to_resume(const std::filesystem::path& run_dir);

}  // namespace trainyard::agent
