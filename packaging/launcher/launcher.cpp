// SPDX-License-Identifier: GPL-3.0-or-later
// Starts a program of a package: the launcher is installed under the name of each, `yard` for
// `yard.bin`, which lies beside it or, for a launcher in bin/, in ../lib/trainyard.
//
// The programs need the C library that they were built with, or a newer one. Where the system's is
// older, they run with that of the package, in lib/c, and its loader. Its own system's is preferred
// otherwise, because only it knows the accounts and names of a site (NSS). The loader lies beside
// the programs since it is what /proc/self/exe names then, and programs look for each other there.
#include <libgen.h>
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

std::string joined(const std::vector<std::string>& folders) {
  std::string all;
  for (const std::string& folder : folders) all += (all.empty() ? "" : ":") + folder;
  return all;
}

void add_library_path(const std::string& folders) {
  const char* given = std::getenv("LD_LIBRARY_PATH");
  const std::string all = given && *given ? folders + ":" + given : folders;
  ::setenv("LD_LIBRARY_PATH", all.c_str(), 1);
}

}  // namespace

int main(int argc, char** argv) {
  char own[PATH_MAX];
  const ssize_t length = ::readlink("/proc/self/exe", own, sizeof own - 1);
  if (length < 0) {
    std::perror("trainyard: /proc/self/exe");
    return cannot_start;
  }
  own[length] = '\0';
  const std::string path = own;
  const std::string name = path.substr(path.rfind('/') + 1);
  const std::string folder = program_folder(path.substr(0, path.rfind('/')), name);
  if (folder.empty()) {
    std::fprintf(stderr,
                 "%s: %s.bin is missing beside it and in ../lib/trainyard; install the "
                 "package again.\n",
                 name.c_str(), name.c_str());
    return cannot_start;
  }
  const std::string program = folder + "/" + name + ".bin";
  const std::string torch = name == "engine" ? joined(trainyard::torch_folders(folder)) : "";
  if (name == "engine" && torch.empty()) {
    std::fputs("engine: torch " TRAINYARD_TORCH_VERSION
               " is not installed with this program, and "
               "training on this computer needs it: install `trainyard[engine]`.\n",
               stderr);
    return missing_here;
  }
  std::vector<char*> arguments(argv, argv + argc);
  arguments.push_back(nullptr);
  const std::string loader = folder + "/" + trainyard::loader_name;
  if (trainyard::has_new_c_library() || ::access(loader.c_str(), X_OK) != 0) {
    if (!torch.empty()) add_library_path(torch);
    ::execv(program.c_str(), arguments.data());
    std::perror(program.c_str());
    return cannot_start;
  }
  std::string libraries = folder + "/lib/c:" + folder + "/lib";
  if (!torch.empty()) libraries += ":" + torch;
  if (const char* given = std::getenv("LD_LIBRARY_PATH"); given && *given)
    libraries += std::string(":") + given;
  // Behind the loader's own options: the program, and its arguments without its name.
  std::vector<std::string> words{loader, "--argv0", name, "--library-path", libraries, program};
  std::vector<char*> all;
  for (std::string& word : words) all.push_back(word.data());
  all.insert(all.end(), arguments.begin() + 1, arguments.end());
  ::execv(loader.c_str(), all.data());
  std::perror(loader.c_str());
  return cannot_start;
}
