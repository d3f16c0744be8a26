// SPDX-License-Identifier: GPL-3.0-or-later
// The descendants of a process, read from /proc.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace trainyard::agent {

struct ProcessEntry {
  pid_t pid = 0;
  pid_t parent = 0;
  char state = '?';
  std::int64_t cpu_ticks = 0;   // user and system time, in ticks of sysconf(_SC_CLK_TCK)
  std::int64_t start_time = 0;  // clock ticks after boot
  std::int64_t resident_pages = 0;
};

// Reads one process; pid 0 if it cannot be read.
ProcessEntry read_process(pid_t pid);

// The environment that a process was started with, NAME=VALUE with a zero byte behind each. Empty
// if it cannot be read: another user's, or gone.
std::string environment_of(pid_t pid);

// Returns all live descendants of `root` (without zombies and `root` itself), in whatever process
// group or session. Complete if `root` is a child subreaper.
std::vector<ProcessEntry> descendants(pid_t root);

// Sends `signal` to every descendant of `root` except those below `spared`; returns how many there
// were.
int signal_descendants(pid_t root, int signal, const std::vector<pid_t>& spared = {});

}  // namespace trainyard::agent
