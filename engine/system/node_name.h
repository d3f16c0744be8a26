// SPDX-License-Identifier: GPL-3.0-or-later
// The name of this computer.
#pragma once

#include <unistd.h>

#include <cstdlib>
#include <string>

namespace trainyard {

// As Slurm calls it in a job, else the host's name.
inline std::string own_node_name() {
  if (const char* name = std::getenv("SLURMD_NODENAME"); name && *name) return name;
  char name[256] = "localhost";
  ::gethostname(name, sizeof name - 1);
  return name;
}

}  // namespace trainyard
