// SPDX-License-Identifier: GPL-3.0-or-later
// The masks of dropout (dropout.h) as the engine's own kernels take them: the same numbers, from
// keys that are on the device once for all places of the network.
#pragma once

#include <ATen/ATen.h>
#include <torch/csrc/autograd/custom_function.h>

#include "engine/kernels/kernels.h"
#include "engine/model/dropout.h"
#include "engine/model/model.h"

namespace trainyard {

// Undefined if the batch has no keys.
MaskKeys mask_keys(const Batch& batch);

// The masks of the rows of a tensor at a place of the network.
struct KernelMask {
  MaskKeys keys;  // undefined: nothing is dropped
  std::int64_t rows_per_key = 1;
  DropoutPlace place;
  double probability = 0.0;

  // Refers to the memory of the keys.
  kernels::DropoutMask arguments() const;

  void save(torch::autograd::AutogradContext& context) const;
  static KernelMask saved(torch::autograd::AutogradContext& context);
};

// For a tensor of `rows` rows, a multiple of the batch's rows or its tokens.
KernelMask kernel_mask(const Context& context, double probability, DropoutPlace place,
                       std::int64_t rows);

}  // namespace trainyard
