// SPDX-License-Identifier: GPL-3.0-or-later
// The stream that layers add their branches to, and its norms: one kernel for dropout, sum and norm
// together where the engine's own kernels are open (fused_kernels.h), else operators.
#pragma once

#include <ATen/ATen.h>

#include "engine/kernels/kernels.h"
#include "engine/model/dropout.h"
#include "engine/model/kernel_mask.h"
#include "engine/model/parameters.h"

namespace trainyard {

struct NormSettings {
  kernels::Norm kind = kernels::Norm::layer;
  double epsilon = 1e-5;
  bool has_offset = false;  // the norm is multiplied by weight + 1
};

// A norm's parameters, (C) each; the bias is null if there is none.
struct NormParameters {
  const Parameter* weight;
  const Parameter* bias = nullptr;
};

// A branch (N, C) that is added with dropout.
struct Branch {
  at::Tensor value;
  double dropout = 0.0;
  DropoutPlace place = {};
};

// What a norm's result is for: products, which read it in their own type, or sums.
enum class NormFor { products, sums };

// norm(x) * weight + bias: x (..., C). For products of the weight's compute type where a kernel can
// write that, else fp32.
at::Tensor normalized(const at::Tensor& x, const NormParameters& parameters,
                      const NormSettings& settings, NormFor use);

// x + dropout(branch): x (N, C) fp32 -> fp32.
at::Tensor add_branch(const at::Tensor& x, const Branch& branch, const Context& context);

struct SumAndNorm {
  at::Tensor sum, normalized;  // (N, C)
};

// add_branch(), and normalized() of it.
SumAndNorm add_and_normalize(const at::Tensor& x, const Branch& branch,
                             const NormParameters& parameters, const NormSettings& settings,
                             NormFor use, const Context& context);

// Whether a kernel computes x + dropout(branch); x may be undefined for 0.
bool can_add_dropped(const at::Tensor& x, const at::Tensor& branch);
// x + dropout(branch), fp32; without x of the branch's type.
at::Tensor add_dropped_by_kernel(const at::Tensor& x, const at::Tensor& branch,
                                 const KernelMask& mask);

// How many rows of its last dimension a tensor has.
inline std::int64_t num_rows(const at::Tensor& x) {
  return x.size(-1) == 0 ? 0 : x.numel() / x.size(-1);
}

}  // namespace trainyard
