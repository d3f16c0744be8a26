// SPDX-License-Identifier: GPL-3.0-or-later
// How much memory a step will take, before anything is allocated.
#pragma once

#include <cstdint>
#include <string>

#include "engine/contract/experiment/experiment.h"
#include "engine/contract/experiment/rules.h"
#include "engine/contract/value.h"
#include "engine/model/model.h"
#include "engine/task/task.h"

namespace trainyard {

// Bytes of one rank.
struct MemoryPlan {
  std::int64_t parameters = 0;   // fp32, what is trained
  std::int64_t copies = 0;       // in the compute type, and all of what is not trained
  std::int64_t gradients = 0;    // fp32
  std::int64_t optimizer = 0;    // its state
  std::int64_t activations = 0;  // the most that a step has beside these, logits included

  std::int64_t total() const { return parameters + copies + gradients + optimizer + activations; }
};

// The parts in words' numbers ("1.53 GiB"): what the messages memory.plan and
// out_of_memory.planned are made with.
Map to_arguments(const MemoryPlan& plan);
std::string bytes_text(std::int64_t bytes);

// From one micro-batch of batch.per_device rows of data.sequence_length tokens, forward to update,
// on torch's meta device, whose allocations are counted. `compute_type` as of Parameters.
MemoryPlan plan_memory(const Experiment& experiment, const Model& model, const Task& task,
                       const BatchShape& batch, at::ScalarType compute_type);

// The most that there was at a time: on a GPU what torch gave out there, on a processor the whole
// process.
std::int64_t peak_bytes(at::Device device);

}  // namespace trainyard
