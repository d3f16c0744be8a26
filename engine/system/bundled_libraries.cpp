// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/system/bundled_libraries.h"

#include <fcntl.h>
#include <glob.h>
#include <gnu/libc-version.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>
#include <string_view>
#include <vector>

namespace trainyard {

namespace {

// Where systems keep their C library.
constexpr const char* c_libraries[] = {"/lib/x86_64-linux-gnu/libc.so.6", "/lib64/libc.so.6",
                                       "/usr/lib64/libc.so.6", "/usr/lib/libc.so.6"};

bool contains(const std::string& path, std::string_view text) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  struct stat status{};
  bool is_found = false;
  if (::fstat(file, &status) == 0 && status.st_size > 0) {
    const auto size = static_cast<std::size_t>(status.st_size);
    void* content = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
    if (content != MAP_FAILED) {
      is_found = ::memmem(content, size, text.data(), text.size()) != nullptr;
      ::munmap(content, size);
    }
  }
  ::close(file);
  return is_found;
}

bool is_folder(const std::string& path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

std::vector<std::string> matching(const std::string& pattern) {
  glob_t found{};
  std::vector<std::string> paths;
  if (::glob(pattern.c_str(), 0, nullptr, &found) == 0)
    paths.assign(found.gl_pathv, found.gl_pathv + found.gl_pathc);
  ::globfree(&found);
  return paths;
}

// Whether torch's Python package in `site` says that it is the right one; it may end in `+cpu`.
bool has_torch(const std::string& site) {
  return is_folder(site + "/torch/lib") &&
         contains(site + "/torch/version.py", std::string("= '") + torch_version);
}

}  // namespace

const char* const loader_name = "ld-linux-x86-64.so.2";

bool has_new_c_library() {
  // With the byte that ends it, so that 2.3 is not found in 2.36.
  const std::string version = std::string("GLIBC_") + ::gnu_get_libc_version() + '\0';
  for (const char* path : c_libraries)
    if (::access(path, R_OK) == 0) return contains(path, version);
  return false;
}

bool is_bundled(const std::string& folder) {
  return ::access((folder + "/yard.bin").c_str(), F_OK) == 0;
}

std::vector<std::string> torch_folders(const std::string& folder) {
  std::vector<std::string> sites = matching(folder + "/../python3*/site-packages");
  sites.push_back(folder + "/python");
  for (const std::string& site : sites) {
    if (!has_torch(site)) continue;
    std::vector<std::string> folders{site + "/torch/lib"};
    for (const char* other : {"/pyarrow", "/nvidia/cu13/lib", "/nvidia/nccl/lib"})
      if (is_folder(site + other)) folders.push_back(site + other);
    return folders;
  }
  return {};
}

}  // namespace trainyard
