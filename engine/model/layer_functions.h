// SPDX-License-Identifier: GPL-3.0-or-later
// The matrix products of the layers as custom autograd functions: each accumulates a weight's
// gradient directly into its buffer (no temporary, no second pass), and the feed-forward's
// activation, bias and slope are computed in one pass. Equal to the plain ATen expressions given at
// each, up to rounding. Products run in the weight's compute type, gradients are accumulated in
// fp32; a parameter that does not require a gradient gets none. If a weight has an adapter, its
// contribution is included in the product: scale * B A dropout(x), with dropout according to
// `context`.
#pragma once

#include <ATen/ATen.h>

#include "engine/model/parameters.h"

namespace trainyard {

struct Context;

// at::embedding(weight, ids): ids (...) int64, weight (V, C) -> (..., C) fp32. The row `padding_id`
// (-1: none) gets no gradient from here, as with torch.nn.Embedding's padding_idx.
at::Tensor embedding(const at::Tensor& ids, const Parameter& weight, std::int64_t padding_id = -1);

// at::addmm(bias, x, weight): x (N, I), weight (I, O) as in transformers' Conv1D, bias (O) -> (N,
// O) in the compute type.
at::Tensor conv1d(const at::Tensor& x, const Parameter& weight, const Parameter& bias,
                  const Context& context);

// at::linear(x, weight, bias): x (N, I), weight (O, I), bias (O) or null -> (N, O) in the compute
// type.
at::Tensor linear(const at::Tensor& x, const Parameter& weight, const Parameter* bias,
                  const Context& context);

// at::rms_norm: x (..., C), weight (C) -> x / sqrt(mean(x^2) + epsilon) * weight, fp32.
at::Tensor rms_norm(const at::Tensor& x, const at::Tensor& weight, double epsilon);

// conv1d(at::gelu(conv1d(x, fc_weight, fc_bias), "tanh"), proj_weight, proj_bias): x (N, C),
// fc_weight (C, I), proj_weight (I, C) -> (N, C). On a CPU in fp32 without adapters the activation
// is recomputed in the backward pass.
at::Tensor gelu_tanh_feed_forward(const at::Tensor& x, const Parameter& fc_weight,
                                  const Parameter& fc_bias, const Parameter& proj_weight,
                                  const Parameter& proj_bias, const Context& context);

// linear(at::gelu(linear(x, fc_weight, fc_bias)), proj_weight, proj_bias): as above with weights
// (I, C) and (C, I), and exact GELU.
at::Tensor gelu_feed_forward(const at::Tensor& x, const Parameter& fc_weight,
                             const Parameter& fc_bias, const Parameter& proj_weight,
                             const Parameter& proj_bias, const Context& context);

}  // namespace trainyard
