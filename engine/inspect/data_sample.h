// SPDX-License-Identifier: GPL-3.0-or-later
// A human-readable example of the data: its tokens, which of them are learned, its label.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/contract/result.h"
#include "engine/contract/results/inspection.h"
#include "engine/inspect/inspected_data.h"

namespace trainyard {

// The example of this index with its first `max_tokens` tokens.
Result<DataSample> make_sample(const InspectedData& data, const InspectedSplit& split,
                               std::int64_t index, std::int64_t max_tokens);

// Returns the label names for MicroBatch::row_labels of one row, or the number.
Value row_label(const PreparedData& data, const std::vector<double>& labels);

}  // namespace trainyard
