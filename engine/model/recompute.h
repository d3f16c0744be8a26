// SPDX-License-Identifier: GPL-3.0-or-later
// Activation checkpointing (Chen et al., 2016): memory for time.
#pragma once

#include <functional>
#include <vector>

#include <ATen/ATen.h>

namespace trainyard {

using TensorFunction = std::function<at::Tensor(const std::vector<at::Tensor>& inputs)>;

// Runs function(inputs) and saves only the inputs for the backward pass, which runs the function
// again and accumulates the gradients of the parameters used in it. `function` must give the same
// result each time.
at::Tensor recomputed(std::vector<at::Tensor> inputs, TensorFunction function);

}  // namespace trainyard
