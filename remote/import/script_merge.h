// SPDX-License-Identifier: GPL-3.0-or-later
// Merges commands that are started several times, in a loop or by the tasks of an array, into one
// in which what differs is unknown.
#pragma once

#include <vector>

#include "remote/import/launch.h"

namespace trainyard {

// Merges those from the same line of a loop.
std::vector<StartedCommand> merge_loops(const std::vector<StartedCommand>& started);

// Merges the results of following the same script for each task of an array.
std::vector<StartedCommand> merge_passes(const std::vector<std::vector<StartedCommand>>& passes);

}  // namespace trainyard
