// SPDX-License-Identifier: GPL-3.0-or-later
// Preloaded into a program whose writes are to be cut off: every call that changes something below
// the folder RECORD_FOLDER, or asks for it to be made durable, is appended to the journal
// RECORD_JOURNAL in the order in which the calls happened. disk.py makes from it what a disk could
// hold after a power cut. Journal: a line "call\tnumbers and paths\tbytes of data\n", then the
// data. Not seen: writing through mmap, and what libc's own stdio opens for writing other than
// fopen.
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>

namespace {

template <class Function>
Function next(const char* name) {
  return reinterpret_cast<Function>(::dlsym(RTLD_NEXT, name));
}

// One call at a time, so that the journal has their true order.
std::recursive_mutex& turn() {
  static std::recursive_mutex mutex;
  return mutex;
}
using Allocation = std::lock_guard<std::recursive_mutex>;

bool below(const std::string& path) {
  static const char* folder = std::getenv("RECORD_FOLDER");
  if (!folder) return false;
  const std::size_t length = std::strlen(folder);
  return path.compare(0, length, folder) == 0 && (path.size() == length || path[length] == '/');
}

std::string path_of(int descriptor) {
  char name[64], path[PATH_MAX];
  std::snprintf(name, sizeof name, "/proc/self/fd/%d", descriptor);
  const ssize_t length = ::readlink(name, path, sizeof path);
  return length < 0 ? std::string() : std::string(path, static_cast<std::size_t>(length));
}

// The absolute path of what a call names; the last part need not exist.
std::string absolute(int folder, const char* path) {
  if (path[0] == '/') return path;
  std::string base;
  if (folder == AT_FDCWD) {
    char here[PATH_MAX];
    base = ::getcwd(here, sizeof here) ? here : "";
  } else {
    base = path_of(folder);
  }
  return base + "/" + path;
}

bool is_file(int descriptor, ino_t* number, off_t* size) {
  struct stat status{};
  if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) return false;
  *number = status.st_ino;
  *size = status.st_size;
  return true;
}

void note(const std::string& line, const void* data = nullptr, std::size_t bytes = 0) {
  const int error_number = errno;
  static const int journal = next<int (*)(const char*, int, ...)>("open")(
      std::getenv("RECORD_JOURNAL"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  std::string record = line + '\t' + std::to_string(bytes) + '\n';
  record.append(static_cast<const char*>(data ? data : ""), bytes);
  static const auto write = next<ssize_t (*)(int, const void*, size_t)>("write");
  for (std::size_t done = 0; done < record.size();) {
    const ssize_t count = write(journal, record.data() + done, record.size() - done);
    if (count <= 0) std::abort();
    done += static_cast<std::size_t>(count);
  }
  errno = error_number;
}

// After a successful open: a file that was not there before is a new name.
void note_open(int descriptor, const std::string& path, int flags, bool was_there) {
  ino_t number = 0;
  off_t size = 0;
  if (!is_file(descriptor, &number, &size)) return;
  if (!was_there)
    note("create\t" + std::to_string(number) + '\t' + path);
  else if (flags & O_TRUNC)
    note("truncate\t" + std::to_string(number) + "\t0\t" + path);
}

template <class Open>
int opened(int folder, const char* path, int flags, const Open& open) {
  if ((flags & (O_CREAT | O_TRUNC)) == 0) return open();
  const std::string whole = absolute(folder, path);
  if (!below(whole)) return open();
  const Allocation mine(turn());
  struct stat status{};
  const bool was_there = ::stat(whole.c_str(), &status) == 0;
  const int descriptor = open();
  if (descriptor >= 0) note_open(descriptor, whole, flags, was_there);
  return descriptor;
}

// `place`: where the bytes go; below 0: where the file stands.
template <class Write>
ssize_t written(int descriptor, const std::string& data, off_t place, const Write& write) {
  ino_t number = 0;
  off_t size = 0;
  const Allocation mine(turn());
  const bool counts = is_file(descriptor, &number, &size) && below(path_of(descriptor));
  if (!counts) return write();
  if (place < 0)
    place = (::fcntl(descriptor, F_GETFL) & O_APPEND) ? size : ::lseek(descriptor, 0, SEEK_CUR);
  const ssize_t count = write();
  if (count > 0)
    note("write\t" + std::to_string(number) + '\t' + std::to_string(place), data.data(),
         static_cast<std::size_t>(count));
  return count;
}

std::string bytes(const void* data, std::size_t count) {
  return std::string(static_cast<const char*>(data), count);
}

template <class Sync>
int synced(int descriptor, const Sync& sync) {
  const Allocation mine(turn());
  const int status = sync();
  struct stat what{};
  if (status == 0 && ::fstat(descriptor, &what) == 0) {
    const std::string path = path_of(descriptor);
    if (below(path))
      note((S_ISDIR(what.st_mode) ? "sync-folder\t" : "sync\t") + std::to_string(what.st_ino) +
           '\t' + path);
  }
  return status;
}

template <class Cut>
int resized(int descriptor, off_t length, const Cut& cut) {
  const Allocation mine(turn());
  const int status = cut();
  ino_t number = 0;
  off_t size = 0;
  const std::string path = path_of(descriptor);
  if (status == 0 && is_file(descriptor, &number, &size) && below(path))
    note("truncate\t" + std::to_string(number) + '\t' + std::to_string(length) + '\t' + path);
  return status;
}

template <class Change>
int changed(const std::string& line, const std::string& path, const Change& change) {
  if (!below(path)) return change();
  const Allocation mine(turn());
  const int status = change();
  if (status == 0) note(line);
  return status;
}

template <class Move>
int moved(const std::string& from, const std::string& to, const Move& move) {
  return changed("rename\t" + from + '\t' + to, to, move);
}

int removed(int folder, const char* path, bool is_folder) {
  const std::string whole = absolute(folder, path);
  const int flags = is_folder ? AT_REMOVEDIR : 0;
  return changed((is_folder ? "rmdir\t" : "unlink\t") + whole, whole, [&] {
    return next<int (*)(int, const char*, int)>("unlinkat")(folder, path, flags);
  });
}

}  // namespace

extern "C" {

// What the recorded program says of itself (note.h).
void note_power_cut(const char* text) {
  const Allocation mine(turn());
  note(std::string("note\t") + text);
}

#define TRAINYARD_OPEN(name)                                                                       \
  int name(const char* path, int flags, ...) {                                                     \
    va_list arguments;                                                                             \
    va_start(arguments, flags);                                                                    \
    const mode_t mode = va_arg(arguments, mode_t);                                                 \
    va_end(arguments);                                                                             \
    return opened(AT_FDCWD, path, flags,                                                           \
                  [&] { return next<int (*)(const char*, int, ...)>(#name)(path, flags, mode); }); \
  }
TRAINYARD_OPEN(open)
TRAINYARD_OPEN(open64)

#define TRAINYARD_OPENAT(name)                                                            \
  int name(int folder, const char* path, int flags, ...) {                                \
    va_list arguments;                                                                    \
    va_start(arguments, flags);                                                           \
    const mode_t mode = va_arg(arguments, mode_t);                                        \
    va_end(arguments);                                                                    \
    return opened(folder, path, flags, [&] {                                              \
      return next<int (*)(int, const char*, int, ...)>(#name)(folder, path, flags, mode); \
    });                                                                                   \
  }
TRAINYARD_OPENAT(openat)
TRAINYARD_OPENAT(openat64)

#define TRAINYARD_FOPEN(name)                                              \
  FILE* name(const char* path, const char* mode) {                         \
    const auto open = next<FILE* (*)(const char*, const char*)>(#name);    \
    if (mode[0] == 'r') return open(path, mode);                           \
    FILE* file = nullptr;                                                  \
    opened(AT_FDCWD, path, O_CREAT | (mode[0] == 'w' ? O_TRUNC : 0), [&] { \
      file = open(path, mode);                                             \
      return file ? ::fileno(file) : -1;                                   \
    });                                                                    \
    return file;                                                           \
  }
TRAINYARD_FOPEN(fopen)
TRAINYARD_FOPEN(fopen64)

ssize_t write(int descriptor, const void* data, size_t count) {
  return written(descriptor, bytes(data, count), -1, [&] {
    return next<ssize_t (*)(int, const void*, size_t)>("write")(descriptor, data, count);
  });
}

ssize_t writev(int descriptor, const struct iovec* parts, int count) {
  std::string data;
  for (int i = 0; i < count; ++i) data += bytes(parts[i].iov_base, parts[i].iov_len);
  return written(descriptor, data, -1, [&] {
    return next<ssize_t (*)(int, const struct iovec*, int)>("writev")(descriptor, parts, count);
  });
}

#define TRAINYARD_PWRITE(name)                                                                  \
  ssize_t name(int descriptor, const void* data, size_t count, off_t place) {                   \
    return written(descriptor, bytes(data, count), place, [&] {                                 \
      return next<ssize_t (*)(int, const void*, size_t, off_t)>(#name)(descriptor, data, count, \
                                                                       place);                  \
    });                                                                                         \
  }
TRAINYARD_PWRITE(pwrite)
TRAINYARD_PWRITE(pwrite64)

#define TRAINYARD_FTRUNCATE(name)                                                         \
  int name(int descriptor, off_t length) noexcept {                                       \
    return resized(descriptor, length,                                                    \
                   [&] { return next<int (*)(int, off_t)>(#name)(descriptor, length); }); \
  }
TRAINYARD_FTRUNCATE(ftruncate)
TRAINYARD_FTRUNCATE(ftruncate64)

int fsync(int descriptor) {
  return synced(descriptor, [&] { return next<int (*)(int)>("fsync")(descriptor); });
}

int fdatasync(int descriptor) {
  return synced(descriptor, [&] { return next<int (*)(int)>("fdatasync")(descriptor); });
}

int mkdir(const char* path, mode_t mode) noexcept {
  const std::string whole = absolute(AT_FDCWD, path);
  return changed("mkdir\t" + whole, whole,
                 [&] { return next<int (*)(const char*, mode_t)>("mkdir")(path, mode); });
}

int link(const char* from, const char* to) noexcept {
  const std::string source = absolute(AT_FDCWD, from), name = absolute(AT_FDCWD, to);
  return changed("link\t" + source + '\t' + name, name,
                 [&] { return next<int (*)(const char*, const char*)>("link")(from, to); });
}

int rename(const char* from, const char* to) noexcept {
  return moved(absolute(AT_FDCWD, from), absolute(AT_FDCWD, to),
               [&] { return next<int (*)(const char*, const char*)>("rename")(from, to); });
}

int renameat(int from_folder, const char* from, int to_folder, const char* to) noexcept {
  return moved(absolute(from_folder, from), absolute(to_folder, to), [&] {
    return next<int (*)(int, const char*, int, const char*)>("renameat")(from_folder, from,
                                                                         to_folder, to);
  });
}

int renameat2(int from_folder, const char* from, int to_folder, const char* to,
              unsigned flags) noexcept {
  const std::string source = absolute(from_folder, from), target = absolute(to_folder, to);
  const std::string call = (flags & RENAME_EXCHANGE) ? "exchange\t" : "rename\t";
  return changed(call + source + '\t' + target, target, [&] {
    return next<int (*)(int, const char*, int, const char*, unsigned)>("renameat2")(
        from_folder, from, to_folder, to, flags);
  });
}

int unlinkat(int folder, const char* path, int flags) noexcept {
  return removed(folder, path, (flags & AT_REMOVEDIR) != 0);
}
int unlink(const char* path) noexcept { return removed(AT_FDCWD, path, false); }
int rmdir(const char* path) noexcept { return removed(AT_FDCWD, path, true); }
int remove(const char* path) noexcept {
  struct stat status{};
  return removed(AT_FDCWD, path, ::lstat(path, &status) == 0 && S_ISDIR(status.st_mode));
}

}  // extern "C"
