// SPDX-License-Identifier: GPL-3.0-or-later
// Sorts notes by importance.
#pragma once

#include <span>
#include <vector>

#include "remote/import/import.h"

namespace trainyard {

// What changes the training comes first, then what was dropped, then what has no effect, merged
// into one note per file; within each group by file and line.
std::vector<Diagnostic> final_notes(const std::vector<Diagnostic>& notes,
                                    std::span<const ImportSource> sources);

}  // namespace trainyard
