// SPDX-License-Identifier: GPL-3.0-or-later
// Which process of this computer is meant, also after its number was given to another one or the
// machine was started again: pid, boot and start time together. Linux only (/proc); the other
// systems' kinds belong here.
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

// Nothing: no such process, or only a zombie.
std::optional<std::int64_t> start_time_of(int pid);
std::optional<ProcessIdentity> identify(int pid);

// Of the calling process. Where /proc cannot be read its start time is 0, and nobody finds it
// alive.
ProcessIdentity own_identity();

// Whether that very process lives (a zombie does not).
bool is_alive(const ProcessIdentity& process);

}  // namespace trainyard
