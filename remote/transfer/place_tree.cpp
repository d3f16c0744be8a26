// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/transfer/place_tree.h"

#include <memory>
#include <optional>
#include <string>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/system/descriptor.h"
#include "engine/contract/messages.h"

namespace trainyard {
namespace {

namespace fs = std::filesystem;

constexpr int deepestFolder = 200;  // each uses two descriptors

bool isLink(const fs::path& path) {
  std::error_code ignored;
  return fs::is_symlink(fs::symlink_status(path, ignored));
}

// `link`: relative to the root.
bool leadsOut(const fs::path& root, const fs::path& place, const fs::path& link) {
  std::error_code problem;
  const fs::path target = fs::read_symlink(root / link, problem);
  if (problem || target.empty() || target.is_absolute()) return true;
  fs::path at = link.parent_path();
  bool hasDescended = false;
  for (auto part = target.begin(); part != target.end(); ++part) {
    if (*part == "." || part->empty()) continue;
    if (*part == "..") {
      if (hasDescended || at.empty()) return true;
      at = at.parent_path();
      continue;
    }
    // The last component may be a link: it is checked separately.
    if (hasDescended && (isLink(root / at) || isLink(place / at))) return true;
    hasDescended = true;
    at /= *part;
  }
  return false;
}

struct CloseFolder {
  void operator()(DIR* folder) const { ::closedir(folder); }
};

// Names in an open folder; nothing if it cannot be read, with the reason in errno.
std::optional<std::vector<std::string>> namesIn(int folder) {
  // A separate read position.
  const int again = ::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const std::unique_ptr<DIR, CloseFolder> opened(again < 0 ? nullptr : ::fdopendir(again));
  if (!opened) return {};
  std::vector<std::string> names;
  while (const dirent* entry = ::readdir(opened.get())) {
    const std::string name = entry->d_name;
    if (name != "." && name != "..") names.push_back(name);
  }
  return names;
}

class Placing {
 public:
  Placing(const fs::path& from, const fs::path& to) : m_from(from), m_to(to) {}

  Result<void> run() {
    const Descriptor from(open(AT_FDCWD, m_from.c_str())),
        // The destination itself was chosen by the user.
        to(::open(m_to.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!from.is_open() || !to.is_open()) return failure({}, errno);
    return placeFolder(from.number(), to.number(), {}, 0);
  }

 private:
  static int open(int folder, const char* name) {
    return ::openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  }

  Error failure(const fs::path& path, int problem) const {
    return make_error("fetch.not_placed", {{"path", (m_to / path).string()},
                                           {"problem", ::strerror(problem)},
                                           {"staging", m_from.string()}});
  }

  Result<void> placeFolder(int from, int to, const fs::path& path, int depth) {
    if (depth > deepestFolder) return failure(path, ENAMETOOLONG);
    const auto names = namesIn(from);
    if (!names) return failure(path, errno);
    for (const std::string& name : *names) {
      struct stat status{};
      if (::fstatat(from, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0)
        return failure(path / name, errno);
      auto placed = S_ISDIR(status.st_mode) ? placeSubfolder(from, to, path / name, name, depth)
                                            : placeFile(from, to, path / name, name, status);
      if (!placed) return placed;
    }
    return {};
  }

  Result<void> placeSubfolder(int from, int to, const fs::path& path, const std::string& name,
                              int depth) {
    if (::mkdirat(to, name.c_str(), 0700) != 0 && errno != EEXIST) return failure(path, errno);
    const Descriptor source(open(from, name.c_str()));
    if (!source.is_open()) return failure(path, errno);
    const Descriptor target(open(to, name.c_str()));
    if (!target.is_open()) return failure(path, errno);
    return placeFolder(source.number(), target.number(), path, depth + 1);
  }

  Result<void> placeFile(int from, int to, const fs::path& path, const std::string& name,
                         const struct stat& status) {
    if (::renameat(from, name.c_str(), to, name.c_str()) == 0) return {};
    if (errno != EXDEV) return failure(path, errno);
    // The destination is on another file system.
    const std::string part = name + ".part";
    if (::unlinkat(to, part.c_str(), 0) != 0 && errno != ENOENT) return failure(path, errno);
    const int problem = S_ISLNK(status.st_mode) ? copyLink(from, to, name, part)
                                                : copyFile(from, to, name, part, status);
    if (problem != 0) return failure(path, problem);
    if (::renameat(to, part.c_str(), to, name.c_str()) != 0) return failure(path, errno);
    return {};
  }

  // 0, or the error number.
  static int copyLink(int from, int to, const std::string& name, const std::string& part) {
    char target[PATH_MAX];
    const ssize_t length = ::readlinkat(from, name.c_str(), target, sizeof target);
    if (length < 0) return errno;
    if (length == sizeof target) return ENAMETOOLONG;
    target[length] = '\0';
    return ::symlinkat(target, to, part.c_str()) == 0 ? 0 : errno;
  }

  static int copyFile(int from, int to, const std::string& name, const std::string& part,
                      const struct stat& status) {
    const Descriptor source(::openat(from, name.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
    if (!source.is_open()) return errno;
    const Descriptor target(
        ::openat(to, part.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
    if (!target.is_open()) return errno;
    for (off_t left = status.st_size; left > 0;) {
      const ssize_t count =
          ::sendfile(target.number(), source.number(), nullptr, static_cast<std::size_t>(left));
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) return errno;
      if (count == 0) break;
      left -= count;
    }
    const timespec times[2] = {status.st_atim, status.st_mtim};
    return ::futimens(target.number(), times) == 0 ? 0 : errno;
  }

  const fs::path& m_from;
  const fs::path& m_to;
};

}  // namespace

Result<std::vector<fs::path>> linksThatLeadOut(const fs::path& root, const fs::path& place) {
  std::vector<fs::path> links;
  std::error_code problem;
  for (fs::recursive_directory_iterator entry(root, problem), end; !problem && entry != end;
       entry.increment(problem)) {
    if (!entry->is_symlink()) continue;
    const fs::path link = entry->path().lexically_relative(root);
    if (leadsOut(root, place, link)) links.push_back(link);
  }
  if (problem)
    return make_error("fetch.unreadable",
                      {{"path", root.string()}, {"problem", problem.message()}});
  return links;
}

Result<void> placeTree(const fs::path& from, const fs::path& to) {
  std::error_code problem;
  if (!fs::exists(fs::symlink_status(to, problem))) {
    fs::rename(from, to, problem);
    if (!problem) return {};
    return make_error(
        "fetch.not_placed",
        {{"path", to.string()}, {"problem", problem.message()}, {"staging", from.string()}});
  }
  auto placed = Placing(from, to).run();
  if (placed) fs::remove_all(from, problem);
  return placed;
}

}  // namespace trainyard
