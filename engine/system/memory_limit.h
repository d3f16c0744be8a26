// SPDX-License-Identifier: GPL-3.0-or-later
// How much main memory this process can have.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace trainyard {

// The least of the machine's memory and the limits of its control groups (as Slurm sets them for a
// job), in bytes, for all processes in them together. Nothing if none is known.
std::optional<std::int64_t> memory_limit();

// The least limit of the groups that /proc/self/cgroup names, of version 1 and 2, with those above
// them. `root` is where control groups are mounted.
std::optional<std::int64_t> group_memory_limit(const std::string& cgroup_text,
                                               const std::filesystem::path& root);

}  // namespace trainyard
