// SPDX-License-Identifier: GPL-3.0-or-later
// Notes in the order in which they matter.
#pragma once

#include <span>
#include <vector>

#include "remote/import/import.h"

namespace trainyard {

// What changes the training first, then what was left out, then what has no effect, which is one
// note for each file; within that by file and line.
std::vector<Diagnostic> final_notes(const std::vector<Diagnostic>& notes,
                                    std::span<const ImportSource> sources);

}  // namespace trainyard
