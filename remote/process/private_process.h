// SPDX-License-Identifier: GPL-3.0-or-later
// Keeping what this process holds to itself: keys in its memory, files that it makes.
#pragma once

#include <string>

namespace trainyard {

// No other process of the user may look into the memory (ptrace, /proc/PID/mem), no core file is
// written of it. For good: who was told a secret may hold copies of it.
void hideMemory();

// The variable that holds the person's own umask, octal, for job scripts that are to find it.
// The service hands on no TRAINYARD_ variable of its clients.
inline constexpr const char* umaskBefore = "YARD_UMASK_BEFORE";

// This process's, octal: "0022".
std::string ownUmask();

// Also, files and folders that it makes, and that its children make unless they say otherwise, are
// its owner's alone.
void becomePrivate();

}  // namespace trainyard
