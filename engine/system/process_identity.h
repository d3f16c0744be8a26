// SPDX-License-Identifier: GPL-3.0-or-later
// Identifies a process of this computer even if its pid is reused or the machine is rebooted: by
// pid, boot and start time. Linux only (/proc); other systems' variants belong here.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace trainyard {

struct ProcessIdentity {
  int pid = 0;
  std::string boot_id;          // /proc/sys/kernel/random/boot_id
  std::int64_t start_time = 0;  // clock ticks after boot: field 22 of /proc/<pid>/stat
};

// Nothing if there is no such process, or only a zombie.
std::optional<std::int64_t> start_time_of(int pid);
std::optional<ProcessIdentity> identify(int pid);

// The calling process. If /proc cannot be read, its start time is 0, and it is never found alive.
ProcessIdentity own_identity();

// Whether that same process is alive (a zombie is not).
bool is_alive(const ProcessIdentity& process);

}  // namespace trainyard
