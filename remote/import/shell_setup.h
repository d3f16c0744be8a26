// SPDX-License-Identifier: GPL-3.0-or-later
// Commands that prepare the environment of those after them.
#pragma once

#include "remote/import/shell.h"

namespace trainyard {

// Whether the command changes the environment of those after it: module, conda, source
// .../activate. If so, it is added to the state's setup.
bool follow_setup(const ShellRun& run, ShellState& state);

}  // namespace trainyard
