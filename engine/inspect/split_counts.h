// SPDX-License-Identifier: GPL-3.0-or-later
// Statistics over all of a split.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "engine/contract/result.h"
#include "engine/contract/results/inspection.h"
#include "engine/data/text_sources.h"
#include "engine/inspect/inspected_data.h"

namespace trainyard {

// Memory: one number for each length that there is, and some rows a thread. Uses all cores. Errors:
// those of reading; "inspect.stopped".
Result<SplitCounts> count_split(const InspectedData& data, const InspectedSplit& split,
                                const PrepareProgress& progress);

// Computed from the number of examples of each length, ascending.
LengthCounts length_counts(const std::vector<std::pair<std::int64_t, std::int64_t>>& lengths);

}  // namespace trainyard
