// SPDX-License-Identifier: GPL-3.0-or-later
// How often the kernel has killed for want of memory: in the memory group that holds the run, and
// on the whole machine.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace trainyard::agent {

struct MemoryKills {
  std::int64_t in_group = 0;    // cgroup v2 memory.events or v1 memory.oom_control: oom_kill
  std::int64_t on_machine = 0;  // /proc/vmstat: oom_kill
};

// Of this process's group. What cannot be read counts 0.
MemoryKills count_memory_kills();

// The file with the group's counter, from the text of /proc/self/cgroup; empty when there is none
// below `root`.
std::filesystem::path memory_kill_file(const std::string& cgroup_text,
                                       const std::filesystem::path& root = "/sys/fs/cgroup");

}  // namespace trainyard::agent
