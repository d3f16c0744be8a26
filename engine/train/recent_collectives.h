// SPDX-License-Identifier: GPL-3.0-or-later
// What a rank that lost another one had asked for last.
#pragma once

#include <filesystem>
#include <vector>

#include "engine/parallel/process_group.h"

namespace trainyard {

// Writes them as text with tabs, a line each: number, time, operation, purpose, elements. The last
// line is what did not end, or what was started after it. Problems are ignored: the run has failed
// already, and its error is reported elsewhere.
void write_collectives(const std::filesystem::path& file,
                       const std::vector<Collective>& collectives);

}  // namespace trainyard
