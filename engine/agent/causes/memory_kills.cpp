// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/causes/memory_kills.h"

#include <fstream>
#include <sstream>

namespace trainyard::agent {
namespace {

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::int64_t counter(const std::filesystem::path& path) {
  std::istringstream lines(text_of(path));
  std::string name;
  for (std::int64_t value = 0; lines >> name >> value;)
    if (name == "oom_kill") return value;
  return 0;
}

}  // namespace

std::filesystem::path memory_kill_file(const std::string& cgroup_text,
                                       const std::filesystem::path& root) {
  std::istringstream lines(cgroup_text);
  std::filesystem::path found;
  std::error_code error;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t first = line.find(':'), second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",";
    const std::filesystem::path below =
        std::filesystem::path(line.substr(second + 1)).relative_path();
    // Inside a container the path may be that of the host; the container's cgroup is then mounted
    // at the root.
    if (controllers.find(",memory,") != std::string::npos) {
      for (const auto& file :
           {root / "memory" / below / "memory.oom_control", root / "memory" / "memory.oom_control"})
        if (std::filesystem::exists(file, error)) return file;
    } else if (controllers == ",,") {
      for (const auto& file : {root / below / "memory.events", root / "memory.events"})
        if (found.empty() && std::filesystem::exists(file, error)) found = file;
    }
  }
  return found;
}

MemoryKills count_memory_kills() {
  static const std::filesystem::path group_file = memory_kill_file(text_of("/proc/self/cgroup"));
  return {group_file.empty() ? 0 : counter(group_file), counter("/proc/vmstat")};
}

}  // namespace trainyard::agent
