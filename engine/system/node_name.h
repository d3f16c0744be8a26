// SPDX-License-Identifier: GPL-3.0-or-later
// The name of this computer.
#pragma once

#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <string>
#include <string_view>

namespace trainyard {

// As Slurm calls it in a job, else the host's name.
inline std::string own_node_name() {
  if (const char* name = std::getenv("SLURMD_NODENAME"); name && *name) return name;
  char name[256] = "localhost";
  ::gethostname(name, sizeof name - 1);
  return name;
}

// Whether it can be the name of a folder below nodes/.
inline bool is_node_name(std::string_view name) {
  return !name.empty() && name.size() <= 255 && name[0] != '.' &&
         std::all_of(name.begin(), name.end(), [](unsigned char c) {
           return std::isalnum(c) || c == '-' || c == '_' || c == '.';
         });
}

}  // namespace trainyard
