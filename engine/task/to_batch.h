// SPDX-License-Identifier: GPL-3.0-or-later
// Moves rows from host memory to a batch on a device, for all tasks.
#pragma once

#include <optional>
#include <vector>

#include <ATen/ATen.h>

#include "engine/data/micro_batch.h"
#include "engine/model/batch.h"
#include "engine/model/model.h"

namespace trainyard {

// Everything except targets. There must be at least one row.
Batch to_batch(const MicroBatch& rows, at::Device device);

// Returns the positions of the summary tokens among all tokens of all rows; the last token of a row
// is the last that is not `padding` (if not set: any), as in transformers.
std::vector<std::int64_t> summary_positions(const MicroBatch& rows, SummaryToken summary,
                                            std::optional<std::int64_t> padding);

// values -> (values.size()) int64 on the device.
at::Tensor to_tensor(const std::vector<std::int64_t>& values, at::Device device);

}  // namespace trainyard
