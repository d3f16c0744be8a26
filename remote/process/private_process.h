// SPDX-License-Identifier: GPL-3.0-or-later
// Protects what belongs to this process: keys in its memory, files that it creates.
#pragma once

#include <string>

namespace trainyard {

// Prevents other processes of the user from reading the memory (ptrace, /proc/PID/mem), and core
// dumps. Permanent: copies of a secret may remain in memory.
void hideMemory();

// The environment variable with the user's own umask, in octal, for job scripts that need it. The
// service does not pass on TRAINYARD_ variables of its clients.
inline constexpr const char* umaskBefore = "YARD_UMASK_BEFORE";

// The umask of this process, in octal: "0022".
std::string ownUmask();

// Also makes files and folders that it creates accessible only to their owner, and those of its
// children unless they override it.
void restrictUmask();

}  // namespace trainyard
