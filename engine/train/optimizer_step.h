// SPDX-License-Identifier: GPL-3.0-or-later
// One optimizer step, from rows to updated weights.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "engine/model/copy_stream.h"
#include "engine/model/model.h"
#include "engine/optim/optimizer.h"
#include "engine/parallel/process_group.h"
#include "engine/task/task.h"

namespace trainyard {

struct Experiment;

// The values of one step, summed over all ranks and left on their device; nothing has waited for
// them.
struct StepValues {
  at::Tensor loss;           // () fp64, the mean over the step's targets
  at::Tensor gradient_norm;  // () fp32, before clipping; 0 after an overflow
  bool overflowed = false;   // some gradient was not finite; nothing was updated
  bool has_targets = true;   // without targets there is no loss, and nothing was updated
};

// Returns the forward settings of an experiment.
ForwardMode forward_mode(const Experiment& experiment);

// What this rank has of the model. A stage has no effect on a single rank but by what it offloads.
Sharding sharding_of(const ParallelSection& parallel, std::int64_t rank, std::int64_t num_ranks);

struct StepSettings {
  ForwardMode mode;
  double learning_rate = 0;
  double max_gradient_norm = 0;  // 0: no clipping
  // The factor of the loss before the backward pass, so that small gradients do not underflow in
  // fp16. If not set, the loss is not scaled and gradients are not checked; otherwise this step
  // waits for the device.
  std::optional<double> loss_scale = std::nullopt;
  // Marks copies of what is updated: the update on the device waits for them.
  CopyMark copied = {};
};

struct StepParts {
  at::Device device;
  const Model& model;
  Parameters& parameters;
  const Task& task;
  Optimizer& optimizer;
  ProcessGroup& group;
};

// Forward and backward pass of the micro-batches (one or more; one without rows has no input_ids),
// the sum over ranks, clipping, the update. `num_targets` is that of the whole step on all ranks.
// `should_continue` is called before each micro-batch but the first; if it returns false, nothing
// has changed and there are no values.
std::optional<StepValues> optimizer_step(const StepParts& parts, const std::vector<Batch>& batches,
                                         std::int64_t num_targets, const StepSettings& settings,
                                         const std::function<bool()>& should_continue);

}  // namespace trainyard
