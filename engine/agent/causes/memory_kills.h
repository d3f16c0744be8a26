// SPDX-License-Identifier: GPL-3.0-or-later
// Counts the processes killed by the kernel for lack of memory: in the cgroup that contains the
// run, and on the whole machine.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace trainyard::agent {

struct MemoryKills {
  std::int64_t in_group = 0;    // cgroup v2 memory.events or v1 memory.oom_control: oom_kill
  std::int64_t on_machine = 0;  // /proc/vmstat: oom_kill
};

// Counts for this process's cgroup. Values that cannot be read are 0.
MemoryKills count_memory_kills();

// Returns the file with the cgroup's counter, from the content of /proc/self/cgroup; empty if there
// is none below `root`.
std::filesystem::path memory_kill_file(const std::string& cgroup_text,
                                       const std::filesystem::path& root = "/sys/fs/cgroup");

}  // namespace trainyard::agent
