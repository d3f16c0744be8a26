// SPDX-License-Identifier: GPL-3.0-or-later
// Rows in host memory to a batch on a device: what all tasks do alike.
#pragma once

#include <optional>
#include <vector>

#include <ATen/ATen.h>

#include "engine/data/micro_batch.h"
#include "engine/model/batch.h"
#include "engine/model/model.h"

namespace trainyard {

// Everything but targets. There must be rows.
Batch to_batch(const MicroBatch& rows, at::Device device);

// Where the tokens that stand for their rows are among all tokens of all rows; the last of a row is
// the last that is not `padding` (none: any), as transformers reads it.
std::vector<std::int64_t> summary_positions(const MicroBatch& rows, SummaryToken summary,
                                            std::optional<std::int64_t> padding);

// values -> (values.size()) int64 on the device.
at::Tensor to_tensor(const std::vector<std::int64_t>& values, at::Device device);

}  // namespace trainyard
