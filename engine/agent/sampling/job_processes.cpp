// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/sampling/job_processes.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace trainyard::agent {
namespace {

constexpr std::size_t max_environment_bytes = 4 << 20;

// Empty if it cannot be read: another user's, or gone.
std::string file_of_process(const std::filesystem::path& folder, const char* name) {
  std::ifstream file(folder / name, std::ios::binary);
  std::string text(std::istreambuf_iterator<char>(file), {});
  if (text.size() > max_environment_bytes) text.resize(max_environment_bytes);
  return text;
}

}  // namespace

std::vector<ProcessEntry> processes_of_job(const std::string& job) {
  const std::string mark = std::string(1, '\0') + "SLURM_JOB_ID=" + job + std::string(1, '\0');
  std::vector<ProcessEntry> found;
  std::error_code error, unreadable;
  const auto own = std::filesystem::read_symlink("/proc/self/exe", error);
  for (std::filesystem::directory_iterator item("/proc", error), end; !error && item != end;
       item.increment(error)) {
    const std::string name = item->path().filename().string();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    const std::string environment = std::string(1, '\0') + file_of_process(item->path(), "environ");
    if (environment.find(mark) == std::string::npos) continue;
    if (std::filesystem::read_symlink(item->path() / "exe", unreadable) == own) continue;
    const ProcessEntry entry = read_process(static_cast<pid_t>(std::stol(name)));
    if (entry.pid > 0) found.push_back(entry);
  }
  return found;
}

}  // namespace trainyard::agent
