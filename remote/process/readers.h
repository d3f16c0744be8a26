// SPDX-License-Identifier: GPL-3.0-or-later
// Who may read what our programs create on a target: files of runs contain code, data and values of
// variables.
#pragma once

namespace trainyard {

enum class Readers { owner, group };

// The argument of the shell's `umask`.
inline const char* umaskFor(Readers readers) { return readers == Readers::group ? "027" : "077"; }

}  // namespace trainyard
