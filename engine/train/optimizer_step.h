// SPDX-License-Identifier: GPL-3.0-or-later
// One optimizer step, from rows to updated weights.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "engine/contract/experiment/experiment.h"
#include "engine/model/copy_stream.h"
#include "engine/model/model.h"
#include "engine/optim/optimizer.h"
#include "engine/parallel/process_group.h"
#include "engine/task/task.h"

namespace trainyard {

// Where they were computed, of all ranks together; nothing has waited for them.
struct StepValues {
  at::Tensor loss;           // () fp64, the mean over the step's targets
  at::Tensor gradient_norm;  // () fp32, before clipping; 0 of an overflow
  bool overflowed = false;   // some gradient was not finite: nothing was updated
  bool has_targets = true;   // without any there is no loss, and nothing was updated
};

// How an experiment's layers are run.
ForwardMode forward_mode(const Experiment& experiment);

struct StepSettings {
  ForwardMode mode;
  double learning_rate = 0;
  double max_gradient_norm = 0;  // 0: no clipping
  // What the loss is multiplied by before it goes backward, so that small gradients are no zeros in
  // fp16. Nothing: not at all, and no gradient is looked at; else this step waits for the device.
  std::optional<double> loss_scale = std::nullopt;
  // Of copies of what is updated: the device updates when they are done.
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

// Forward and backward of the micro-batches (one or more; one without rows has no input_ids), the
// ranks' sum, clipping, the update. `num_targets`: of the whole step on all ranks. `go_on` is asked
// before each micro-batch but the first; when it says no, nothing has changed and there are no
// values.
std::optional<StepValues> optimizer_step(const StepParts& parts, const std::vector<Batch>& batches,
                                         std::int64_t num_targets, const StepSettings& settings,
                                         const std::function<bool()>& go_on);

}  // namespace trainyard
