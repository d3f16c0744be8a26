// Which process is meant by a number that the kernel will use again: pid, boot and start time together.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>

namespace trainyard::agent {

struct ProcessIdentity {
  pid_t pid = 0;
  std::string boot_id;            // /proc/sys/kernel/random/boot_id
  std::int64_t start_time = 0;    // clock ticks after boot: field 22 of /proc/<pid>/stat
};

ProcessIdentity own_identity();

// Nothing: no such process.
std::optional<std::int64_t> start_time_of(pid_t pid);

// Whether that very process lives (a zombie does not).
bool is_alive(const ProcessIdentity& process);

}  // namespace trainyard::agent
