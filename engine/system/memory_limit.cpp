// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/system/memory_limit.h"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <sstream>

namespace trainyard {

namespace fs = std::filesystem;

namespace {

// Version 1 says that there is no limit by a number near 2^63.
constexpr std::int64_t no_limit = std::int64_t{1} << 60;

std::optional<std::int64_t> least(std::optional<std::int64_t> one,
                                  std::optional<std::int64_t> other) {
  return one && other ? std::min(*one, *other) : one ? one : other;
}

// "max" is no number.
std::optional<std::int64_t> limit_in(const fs::path& file) {
  std::ifstream stream(file);
  std::int64_t bytes = 0;
  if (!(stream >> bytes) || bytes <= 0 || bytes >= no_limit) return std::nullopt;
  return bytes;
}

// That of the group and of those above it. In a container the path may be one of the host: then
// only the root counts.
std::optional<std::int64_t> limit_of_group(const fs::path& root, const std::string& below,
                                           const char* file) {
  std::optional<std::int64_t> limit = limit_in(root / file);
  fs::path group = root;
  for (const fs::path& part : fs::path(below).relative_path()) {
    if (part == "..") return limit;
    group /= part;
    limit = least(limit, limit_in(group / file));
  }
  return limit;
}

}  // namespace

std::optional<std::int64_t> group_memory_limit(const std::string& cgroup_text,
                                               const fs::path& root) {
  std::optional<std::int64_t> limit;
  std::istringstream lines(cgroup_text);
  for (std::string line; std::getline(lines, line);) {  // "4:memory:/slurm/job_7" or "0::/user"
    const std::size_t first = line.find(':'), second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",",
                      below = line.substr(second + 1);
    if (controllers == ",,")
      limit = least(limit, limit_of_group(root, below, "memory.max"));
    else if (controllers.find(",memory,") != std::string::npos)
      limit = least(limit, limit_of_group(root / "memory", below, "memory.limit_in_bytes"));
  }
  return limit;
}

std::optional<std::int64_t> memory_limit() {
  std::ifstream file("/proc/self/cgroup");
  const std::string groups{std::istreambuf_iterator<char>(file), {}};
  const std::int64_t pages = ::sysconf(_SC_PHYS_PAGES), page = ::sysconf(_SC_PAGE_SIZE);
  const auto machine = pages > 0 && page > 0 ? std::optional(pages * page) : std::nullopt;
  return least(machine, group_memory_limit(groups, "/sys/fs/cgroup"));
}

}  // namespace trainyard
