// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/sampling/job_processes.h"

#include <filesystem>

namespace trainyard::agent {
std::vector<ProcessEntry> processes_of_job(
    const std::optional<std::pair<std::string, std::string>>& variable) {
  if (!variable) return {};
  const std::string mark =
      std::string(1, '\0') + variable->first + "=" + variable->second + std::string(1, '\0');
  std::vector<ProcessEntry> found;
  std::error_code error, unreadable;
  const auto own = std::filesystem::read_symlink("/proc/self/exe", error);
  for (std::filesystem::directory_iterator item("/proc", error), end; !error && item != end;
       item.increment(error)) {
    const std::string name = item->path().filename().string();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    const pid_t pid = static_cast<pid_t>(std::stol(name));
    const std::string environment = std::string(1, '\0') + environment_of(pid);
    if (environment.find(mark) == std::string::npos) continue;
    if (std::filesystem::read_symlink(item->path() / "exe", unreadable) == own) continue;
    const ProcessEntry entry = read_process(pid);
    if (entry.pid > 0) found.push_back(entry);
  }
  return found;
}

}  // namespace trainyard::agent
