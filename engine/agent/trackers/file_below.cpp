// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/trackers/file_below.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>

#include "engine/system/descriptor.h"
#include "engine/system/read_at.h"

namespace trainyard::agent {
namespace {

constexpr std::size_t max_named_path_bytes = 4096;

}  // namespace

std::optional<FileBelow> read_file_below(const std::filesystem::path& folder,
                                         const std::string& path, std::size_t limit) {
  if (path.empty() || path.size() > max_named_path_bytes || path.find('\0') != path.npos)
    return std::nullopt;
  Descriptor at(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    const std::string name = path.substr(begin, end - begin);
    if (!at.is_open() || name.empty() || name == "." || name == "..") return std::nullopt;
    // O_NONBLOCK: a FIFO without a writer must not block the reader.
    const int kind = end < path.size() ? O_DIRECTORY : O_NONBLOCK | O_NOCTTY;
    at = Descriptor(::openat(at.number(), name.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | kind));
    begin = end + 1;
  }
  struct stat status{};
  if (!at.is_open() || ::fstat(at.number(), &status) != 0 || !S_ISREG(status.st_mode))
    return std::nullopt;
  FileBelow file{static_cast<std::uint64_t>(status.st_size), std::nullopt};
  if (file.bytes > limit) return file;
  file.content = read_at(at.number(), 0, static_cast<std::size_t>(file.bytes));
  return file;
}

}  // namespace trainyard::agent
