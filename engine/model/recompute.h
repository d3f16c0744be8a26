// SPDX-License-Identifier: GPL-3.0-or-later
// Activation checkpointing (Chen et al., 2016): memory for time.
#pragma once

#include <functional>
#include <vector>

#include <ATen/ATen.h>

namespace trainyard {

using TensorFunction = std::function<at::Tensor(const std::vector<at::Tensor>& inputs)>;

// function(inputs), of which nothing is kept for the backward pass but the inputs: it computes the
// function again, and adds the gradients of the parameters in it where they live. `function` gives
// the same each time.
at::Tensor recomputed(std::vector<at::Tensor> inputs, TensorFunction function);

}  // namespace trainyard
