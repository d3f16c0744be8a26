// SPDX-License-Identifier: GPL-3.0-or-later
// Sorts notes by importance.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "remote/import/import.h"

namespace trainyard {

// Whether all keys of a file with this code are one note: nothing is left to do about them.
bool is_joined_note(std::string_view code);

// What changes the training comes first, then what was dropped, then what has no effect, merged
// into one note per file and code; within each group by file and line.
std::vector<Diagnostic> final_notes(const std::vector<Diagnostic>& notes,
                                    std::span<const ImportSource> sources);

}  // namespace trainyard
