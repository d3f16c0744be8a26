// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/follow/guarded_files.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "engine/system/descriptor.h"

namespace trainyard::agent {
namespace {

// The real path of an open descriptor: checked after opening, so that nobody can replace a folder
// on the way in between.
std::string path_of(int descriptor) {
  std::array<char, PATH_MAX + 1> path{};
  const std::string link = "/proc/self/fd/" + std::to_string(descriptor);
  const ssize_t length = ::readlink(link.c_str(), path.data(), path.size());
  return length <= 0 || length > PATH_MAX
             ? std::string()
             : std::string(path.data(), static_cast<std::size_t>(length));
}

FollowAnswer failed_open(std::int64_t id) {
  const int why = errno;
  const char* error = why == ENOENT || why == ENOTDIR ? "missing" : "unreadable";
  return {id, why == ELOOP ? "refused" : error, std::strerror(why), 0, {}, 0};
}

}  // namespace

GuardedFiles::GuardedFiles(const std::string& root) {
  const std::unique_ptr<char, void (*)(void*)> real(::realpath(root.c_str(), nullptr), std::free);
  if (real && std::string_view(real.get()) != "/") root_ = real.get();
}

bool GuardedFiles::is_inside(int descriptor) const {
  const std::string path = path_of(descriptor);
  return !root_.empty() && path.starts_with(root_) &&
         (path.size() == root_.size() || path[root_.size()] == '/');
}

FollowAnswer GuardedFiles::read(const FollowQuestion& question) const {
  // A pipe in place of a file must not block other requests.
  const Descriptor file(
      ::open(question.path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (!file.is_open()) return failed_open(question.id);
  struct stat status{};
  FollowAnswer answer{question.id, {}, {}, 0, {}, 0};
  if (::fstat(file.number(), &status) != 0 || !S_ISREG(status.st_mode) ||
      status.st_uid != ::geteuid() || !is_inside(file.number())) {
    answer.error = "refused";
    return answer;
  }
  if (question.offset >= status.st_size) return answer;
  const std::int64_t wanted =
      std::min<std::int64_t>(question.limit, status.st_size - question.offset);
  answer.bytes.resize(static_cast<std::size_t>(wanted));
  std::size_t done = 0;
  while (done < answer.bytes.size()) {
    const ssize_t count =
        ::pread(file.number(), answer.bytes.data() + done, answer.bytes.size() - done,
                static_cast<off_t>(question.offset + static_cast<std::int64_t>(done)));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return {question.id, "unreadable", std::strerror(errno), 0, {}, 0};
    if (count == 0) break;
    done += static_cast<std::size_t>(count);
  }
  answer.bytes.resize(done);
  return answer;
}

FollowAnswer GuardedFiles::list(const FollowQuestion& question) const {
  Descriptor folder(
      ::open(question.path.c_str(), O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  FollowAnswer answer{question.id, {}, {}, 0, {}, 0};
  if (!folder.is_open()) return errno == ENOENT ? answer : failed_open(question.id);
  struct stat status{};
  answer.error = "refused";
  if (::fstat(folder.number(), &status) != 0 || status.st_uid != ::geteuid() ||
      !is_inside(folder.number()))
    return answer;
  const std::unique_ptr<DIR, int (*)(DIR*)> open(::fdopendir(folder.release()), ::closedir);
  if (!open) return failed_open(question.id);
  while (const dirent* entry = ::readdir(open.get())) {
    const std::string name = entry->d_name;
    if (name == "." || name == ".." ||
        ::fstatat(::dirfd(open.get()), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0)
      continue;
    answer.bytes += S_ISDIR(status.st_mode) ? "d " : "f ";
    answer.bytes += std::to_string(status.st_size) + ' ' + name + '\0';
    if (static_cast<std::int64_t>(answer.bytes.size()) > max_read_bytes) {
      answer.bytes.clear();
      return answer;
    }
  }
  answer.error.clear();
  return answer;
}

std::int64_t GuardedFiles::size(const std::string& path) const {
  struct stat status{};
  // Only used to decide whether to read; the read itself is guarded.
  return ::lstat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) ? status.st_size : -1;
}

}  // namespace trainyard::agent
