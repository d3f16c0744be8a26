// SPDX-License-Identifier: GPL-3.0-or-later
// Preloaded into the engine by checkpoint_kill_test.py: counts the calls that change files below
// the folder KILL_FOLDER, appends the name of each to KILL_LOG, and kills the process just before
// call number KILL_AT; of several ranks only KILL_RANK, if it is given.
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

bool is_below(const char* path) {
  const char* folder = std::getenv("KILL_FOLDER");
  return folder != nullptr && path != nullptr &&
         std::strncmp(path, folder, std::strlen(folder)) == 0;
}

bool is_below(int descriptor) {
  char name[64], path[4096];
  std::snprintf(name, sizeof name, "/proc/self/fd/%d", descriptor);
  const ssize_t length = ::readlink(name, path, sizeof path - 1);
  if (length < 0) return false;
  path[length] = 0;
  return is_below(path);
}

template <class Function>
Function next(const char* name) {
  return reinterpret_cast<Function>(::dlsym(RTLD_NEXT, name));
}

bool is_the_rank() {
  const char *wanted = std::getenv("KILL_RANK"), *rank = std::getenv("RANK");
  return wanted == nullptr || (rank != nullptr && std::strcmp(wanted, rank) == 0);
}

void count(const char* name) {
  static std::atomic<int> calls{0};
  const char* at = std::getenv("KILL_AT");
  const int number = ++calls;
  if (const char* log = std::getenv("KILL_LOG")) {
    const int file = next<int (*)(const char*, int, ...)>("open")(
        log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    char line[64];
    const int length = std::snprintf(line, sizeof line, "%s\n", name);
    if (next<ssize_t (*)(int, const void*, size_t)>("write")(file, line,
                                                             static_cast<size_t>(length)) != length)
      std::abort();
    ::close(file);
  }
  if (at != nullptr && std::atoi(at) == number && is_the_rank()) ::kill(::getpid(), SIGKILL);
}

}  // namespace

extern "C" {

int open(const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = va_arg(arguments, mode_t);
  va_end(arguments);
  if ((flags & O_CREAT) != 0 && is_below(path)) count("open");
  return next<int (*)(const char*, int, ...)>("open")(path, flags, mode);
}

ssize_t write(int descriptor, const void* data, size_t bytes) {
  if (is_below(descriptor)) count("write");
  return next<ssize_t (*)(int, const void*, size_t)>("write")(descriptor, data, bytes);
}

int fsync(int descriptor) {
  if (is_below(descriptor)) count("fsync");
  return next<int (*)(int)>("fsync")(descriptor);
}

int mkdir(const char* path, mode_t mode) {
  if (is_below(path)) count("mkdir");
  return next<int (*)(const char*, mode_t)>("mkdir")(path, mode);
}

int rename(const char* from, const char* to) {
  if (is_below(to)) count("rename");
  return next<int (*)(const char*, const char*)>("rename")(from, to);
}

int renameat2(int from_folder, const char* from, int to_folder, const char* to, unsigned flags) {
  if (is_below(to)) count("renameat2");
  return next<int (*)(int, const char*, int, const char*, unsigned)>("renameat2")(
      from_folder, from, to_folder, to, flags);
}

int unlinkat(int folder, const char* path, int flags) {
  if (is_below(folder) || is_below(path)) count("unlinkat");
  return next<int (*)(int, const char*, int)>("unlinkat")(folder, path, flags);
}

}  // extern "C"
