// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/trackers/opened_files.h"

#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <algorithm>

#include "engine/agent/trackers/job_files.h"
#include "engine/system/descriptor.h"

namespace trainyard::agent {

std::vector<std::filesystem::path> files_opened(const std::vector<std::filesystem::path>& files,
                                                const std::vector<ProcessEntry>& processes,
                                                std::chrono::milliseconds time) {
  constexpr int max_events = 50;  // a file may be opened all the time, by others
  std::vector<std::filesystem::path> opened;
  const Descriptor watch(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC));
  bool has_any = false;
  for (const std::filesystem::path& file : files)
    has_any =
        ::inotify_add_watch(watch.number(), file.c_str(), IN_OPEN | IN_MODIFY) >= 0 || has_any;
  if (!has_any) return opened;
  const auto end = std::chrono::steady_clock::now() + time;
  for (int events = 0; opened.empty() && events < max_events; ++events) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        end - std::chrono::steady_clock::now());
    pollfd waiting{watch.number(), POLLIN, 0};
    if (left.count() <= 0 || ::poll(&waiting, 1, static_cast<int>(left.count())) <= 0) break;
    for (const FoundFile& file : open_files(processes))
      if (std::find(files.begin(), files.end(), file.path) != files.end())
        opened.push_back(file.path);
    char told[4096];
    while (::read(watch.number(), told, sizeof told) > 0) continue;
  }
  return opened;
}

}  // namespace trainyard::agent
