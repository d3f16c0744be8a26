// SPDX-License-Identifier: GPL-3.0-or-later
// Who may read what a program of ours makes on a target: files of runs hold code, data and what
// variables hold.
#pragma once

namespace trainyard {

enum class Readers { owner, group };

// For the shell: `umask` and this.
inline const char* umaskFor(Readers readers) { return readers == Readers::group ? "027" : "077"; }

}  // namespace trainyard
