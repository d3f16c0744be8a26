// SPDX-License-Identifier: GPL-3.0-or-later
// Gradient clipping by the global norm, as torch's clip_grad_norm_, without waiting for the device.
#pragma once

#include <functional>

#include <ATen/ATen.h>

#include "engine/model/parameters.h"

namespace trainyard {

// Returns the square root of the sum of squares of all gradients: () fp32, on their device. Ranks
// that share out parameters add up what they own of them: `sum_over_ranks` does so in place.
at::Tensor gradient_norm(const Parameters& parameters,
                         const std::function<void(const at::Tensor&)>& sum_over_ranks);

// Returns the factor for gradients of this norm: min(1, max_norm / (norm + 1e-6)), () fp32.
at::Tensor clipping_scale(const at::Tensor& norm, double max_norm);

}  // namespace trainyard
