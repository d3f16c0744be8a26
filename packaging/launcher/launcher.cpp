// SPDX-License-Identifier: GPL-3.0-or-later
// Starts a program of a package: the launcher is installed under the name of each, `yard` for
// `yard.bin`, which lies beside it or, for a launcher in bin/, in ../lib/trainyard.
//
// The programs need the C library that they were built with, or a newer one. Where the system's is
// older, they run with that of the package, in lib/c, and its loader. Its own system's is preferred
// otherwise, because only it knows the accounts and names of a site (NSS). The loader lies beside
// the programs since it is what /proc/self/exe names then, and programs look for each other there.
#include <unistd.h>

#include <climits>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "engine/system/bundled_libraries.h"

namespace {

constexpr int cannot_start = 126, missing_here = 3;

// In which folder `name`.bin is, seen from that of the launcher; empty if it is in none.
std::string program_folder(const std::string& launcher_folder, const std::string& name) {
  for (const char* place : {"", "/../lib/trainyard"}) {
    char resolved[PATH_MAX];
    const std::string folder = launcher_folder + place;
    if (::access((folder + "/" + name + ".bin").c_str(), X_OK) == 0 &&
        ::realpath(folder.c_str(), resolved))
      return resolved;
  }
  return {};
}

void append(std::string& all, const std::string& folders) {
  if (!folders.empty()) all += (all.empty() ? "" : ":") + folders;
}

// Where the program looks for libraries: the engine in torch's folders first, since it has been
// tested with those that torch brings. Nothing if there is no torch.
std::string library_folders(const std::string& folder, const std::string& name) {
  std::string all;
  if (name == "engine") {
    for (const std::string& torch : trainyard::torch_folders(folder)) append(all, torch);
    if (all.empty()) return {};
  }
  append(all, folder + "/lib");
  return all;
}

std::string of_environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

// The library that finds fonts complains where a system says nothing of its own.
void describe_fonts(const std::string& folder) {
  const std::string own = folder + "/fonts.conf";
  if (::access("/etc/fonts/fonts.conf", R_OK) != 0 && ::access(own.c_str(), R_OK) == 0)
    ::setenv("FONTCONFIG_FILE", own.c_str(), 0);
}

// With the C library of this system. Libraries of other programs are found through the program.
void start_with_system(const std::string& program, const std::string& libraries, bool is_engine,
                       char** argv) {
  if (is_engine) {
    std::string all = libraries;
    append(all, of_environment("LD_LIBRARY_PATH"));
    ::setenv("LD_LIBRARY_PATH", all.c_str(), 1);
  }
  ::execv(program.c_str(), argv);
  std::perror(program.c_str());
}

void start_with_loader(const std::string& folder, const std::string& name,
                       const std::string& libraries, char** argv) {
  std::string loader = folder + "/" + trainyard::loader_name, all = folder + "/lib/c";
  append(all, libraries);
  append(all, of_environment("LD_LIBRARY_PATH"));
  std::string options[]{"--argv0", name, "--library-path", all, folder + "/" + name + ".bin"};
  std::vector<char*> words{loader.data()};
  for (std::string& option : options) words.push_back(option.data());
  for (char** word = argv + 1; *word; ++word) words.push_back(*word);
  words.push_back(nullptr);
  ::execv(loader.c_str(), words.data());
  std::perror(loader.c_str());
}

int start(const std::string& launcher, char** argv) {
  const auto slash = launcher.rfind('/');
  const std::string name = launcher.substr(slash + 1);
  const std::string folder = program_folder(launcher.substr(0, slash), name);
  if (folder.empty()) {
    std::fprintf(stderr,
                 "%s: %s.bin is missing beside it and in ../lib/trainyard; install the package "
                 "again.\n",
                 name.c_str(), name.c_str());
    return cannot_start;
  }
  const std::string libraries = library_folders(folder, name);
  if (libraries.empty()) {
    std::fprintf(stderr,
                 "engine: torch %s is not installed with this program, and training on this "
                 "computer needs it: install `trainyard[engine]`.\n",
                 trainyard::torch_version);
    return missing_here;
  }
  if (name == "trainyard") describe_fonts(folder);
  const bool has_loader = ::access((folder + "/" + trainyard::loader_name).c_str(), X_OK) == 0;
  if (trainyard::has_new_c_library() || !has_loader)
    start_with_system(folder + "/" + name + ".bin", libraries, name == "engine", argv);
  else
    start_with_loader(folder, name, libraries, argv);
  return cannot_start;
}

}  // namespace

int main(int, char** argv) {
  char own[PATH_MAX];
  const ssize_t length = ::readlink("/proc/self/exe", own, sizeof own - 1);
  if (length < 0) {
    std::perror("trainyard: /proc/self/exe");
    return cannot_start;
  }
  own[length] = '\0';
  return start(own, argv);
}
