// Rows in host memory to a batch on a device: what all tasks do alike.
#pragma once

#include <ATen/ATen.h>

#include "engine/data/micro_batch.h"
#include "engine/model/batch.h"

namespace trainyard {

// Everything but targets. There must be rows.
Batch to_batch(const MicroBatch& rows, at::Device device);

// values -> (values.size()) int64 on the device.
at::Tensor to_tensor(const std::vector<std::int64_t>& values, at::Device device);

}  // namespace trainyard
