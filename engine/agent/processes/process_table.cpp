// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/processes/process_table.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <unordered_map>

namespace trainyard::agent {

ProcessEntry read_process(pid_t pid) {
  char path[64], text[1024];
  std::snprintf(path, sizeof path, "/proc/%d/stat", static_cast<int>(pid));
  const int fd = ::open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return {};
  const ssize_t length = ::read(fd, text, sizeof text - 1);
  ::close(fd);
  if (length <= 0) return {};
  text[length] = '\0';
  // The name may contain spaces and parentheses; the fields start after the last one.
  const char* fields = std::strrchr(text, ')');
  ProcessEntry entry;
  long long user = 0, system = 0, start = 0, pages = 0;
  int parent = 0;
  if (!fields || std::sscanf(fields + 1,
                             " %c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lld %lld %*d %*d %*d %*d "
                             "%*d %*d %lld %*u %lld",
                             &entry.state, &parent, &user, &system, &start, &pages) != 6)
    return {};
  entry.pid = pid;
  entry.parent = parent;
  entry.cpu_ticks = user + system;
  entry.start_time = start;
  entry.resident_pages = pages;
  return entry;
}

std::string environment_of(pid_t pid) {
  constexpr std::size_t max_bytes = 4 << 20;
  std::ifstream file("/proc/" + std::to_string(pid) + "/environ", std::ios::binary);
  std::string text(std::istreambuf_iterator<char>(file), {});
  if (text.size() > max_bytes) text.resize(max_bytes);
  return text;
}

std::vector<ProcessEntry> descendants(pid_t root) {
  std::vector<ProcessEntry> all;
  if (DIR* folder = ::opendir("/proc")) {
    while (const dirent* item = ::readdir(folder)) {
      const int pid = std::atoi(item->d_name);
      if (pid <= 0) continue;
      if (const ProcessEntry entry = read_process(pid); entry.pid != 0) all.push_back(entry);
    }
    ::closedir(folder);
  }
  std::unordered_map<pid_t, pid_t> parent_of;
  for (const ProcessEntry& entry : all) parent_of[entry.pid] = entry.parent;
  const auto is_below = [&](pid_t pid) {
    for (int depth = 0; depth < 4096; ++depth) {
      const auto parent = parent_of.find(pid);
      if (parent == parent_of.end()) return false;
      if (parent->second == root) return true;
      pid = parent->second;
    }
    return false;
  };
  std::erase_if(all, [&](const ProcessEntry& entry) {
    return entry.state == 'Z' || entry.state == 'X' || !is_below(entry.pid);
  });
  return all;
}

int signal_descendants(pid_t root, int signal, const std::vector<pid_t>& spared) {
  int count = 0;
  for (const ProcessEntry& entry : descendants(root)) {
    if (std::find(spared.begin(), spared.end(), entry.pid) != spared.end()) continue;
    ++count;
    ::kill(entry.pid, signal);
  }
  return count;
}

}  // namespace trainyard::agent
