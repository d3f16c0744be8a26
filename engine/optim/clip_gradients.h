// SPDX-License-Identifier: GPL-3.0-or-later
// Clipping by the norm of all gradients together, as torch's clip_grad_norm_. Nothing waits for the
// device.
#pragma once

#include <ATen/ATen.h>

#include "engine/model/parameters.h"

namespace trainyard {

// The square root of the sum of squares of all gradients: () fp32, where they are.
at::Tensor gradient_norm(const Parameters& parameters);

// What gradients of this norm are multiplied by: min(1, max_norm / (norm + 1e-6)), () fp32.
at::Tensor clipping_scale(const at::Tensor& norm, double max_norm);

}  // namespace trainyard
