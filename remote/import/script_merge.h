// SPDX-License-Identifier: GPL-3.0-or-later
// Commands that are started several times, in a loop or by the tasks of an array, as one of which
// what differs is not known.
#pragma once

#include <vector>

#include "remote/import/launch.h"

namespace trainyard {

// Those of one line of a loop become one.
std::vector<StartedCommand> merge_loops(const std::vector<StartedCommand>& started);

// The same script followed once for each task of an array.
std::vector<StartedCommand> merge_passes(const std::vector<std::vector<StartedCommand>>& passes);

}  // namespace trainyard
