// SPDX-License-Identifier: GPL-3.0-or-later
// The number of CPU cores that this process may use.
#pragma once

#include <sched.h>

#include <algorithm>

namespace trainyard {

// According to its affinity (a scheduler or taskset may have given it fewer than the machine has).
inline int allowed_cores() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  return ::sched_getaffinity(0, sizeof allowed, &allowed) == 0 ? std::max(1, CPU_COUNT(&allowed))
                                                               : 1;
}

}  // namespace trainyard
