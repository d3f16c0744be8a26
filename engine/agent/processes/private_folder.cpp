// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/processes/private_folder.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "engine/contract/messages.h"
#include "engine/system/process_identity.h"

namespace trainyard::agent {
namespace {

constexpr const char* prefix = "trainyard-agent-";

// trainyard-agent-<pid>-<start time>-XXXXXX
void remove_left_behind(const std::filesystem::path& parent) {
  std::error_code error;
  for (std::filesystem::directory_iterator item(parent, error), end; !error && item != end;
       item.increment(error)) {
    const std::string name = item->path().filename().string();
    int pid = 0;
    long long start = 0;
    if (name.rfind(prefix, 0) != 0 ||
        std::sscanf(name.c_str() + std::strlen(prefix), "%d-%lld-", &pid, &start) != 2)
      continue;
    struct stat status{};
    if (::lstat(item->path().c_str(), &status) != 0 || !S_ISDIR(status.st_mode) ||
        status.st_uid != ::geteuid())
      continue;
    if (start_time_of(pid) == start) continue;
    std::error_code ignored;
    std::filesystem::remove_all(item->path(), ignored);
  }
}

}  // namespace

Result<PrivateFolder> PrivateFolder::create() {
  std::vector<std::filesystem::path> parents;
  if (const char* chosen = std::getenv("TMPDIR"); chosen && *chosen == '/')
    parents.emplace_back(chosen);
  parents.insert(parents.end(), {"/tmp", "/dev/shm"});
  const ProcessIdentity self = own_identity();
  int error = 0;
  for (const std::filesystem::path& parent : parents) {
    remove_left_behind(parent);
    std::string path = parent / (prefix + std::to_string(self.pid) + "-" +
                                 std::to_string(self.start_time) + "-XXXXXX");
    if (::mkdtemp(path.data())) return PrivateFolder(path);
    error = errno;
  }
  return make_error("agent.no_local_folder", {{"problem", std::strerror(error)}});
}

PrivateFolder::~PrivateFolder() {
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

}  // namespace trainyard::agent
