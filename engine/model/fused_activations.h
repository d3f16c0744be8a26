// SPDX-License-Identifier: GPL-3.0-or-later
// The activations of feed-forwards as one kernel each way, where the engine's own kernels are open
// (fused_kernels.h).
#pragma once

#include <ATen/ATen.h>

#include "engine/kernels/kernels.h"
#include "engine/model/parameters.h"

namespace trainyard {

// Whether silu_product() has a kernel for this type.
bool can_multiply_gates(at::Device device, at::ScalarType type);
// silu(gate) * up, of the halves of gate_and_up (N, 2 I), contiguous -> (N, I), of the same type.
at::Tensor silu_product(const at::Tensor& gate_and_up);

// Whether gelu_of_sum() has a kernel for x (N, width) of this type, contiguous.
bool can_fuse_gelu(at::Device device, at::ScalarType type, std::int64_t width,
                   const Parameter& bias);
// gelu(x + bias) of the type of x: x (N, I), bias (I), whose gradient is added to.
at::Tensor gelu_of_sum(const at::Tensor& x, const Parameter& bias, kernels::Gelu gelu);

}  // namespace trainyard
