// The layers' products as autograd functions of their own: each adds a weight's gradient straight
// into the flat buffer where it lives (no temporary, no second pass), and the feed-forward's
// activation, its bias and its slope are one pass. Equal to the plain ATen expressions named at
// each, to rounding.
#pragma once

#include <ATen/ATen.h>

namespace trainyard {

// at::addmm(bias, x, weight): x (N, I), weight (I, O) as transformers' Conv1D has it, bias (O) ->
// (N, O)
at::Tensor linear(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias);

// linear(at::gelu(linear(x, fc_weight, fc_bias), "tanh"), proj_weight, proj_bias): x (N, C),
// fc_weight (C, I), proj_weight (I, C) -> (N, C). On a processor in fp32 it keeps the activation
// and its slope for the backward pass.
at::Tensor gelu_tanh_feed_forward(const at::Tensor& x, const at::Tensor& fc_weight,
                                  const at::Tensor& fc_bias, const at::Tensor& proj_weight,
                                  const at::Tensor& proj_bias);

}  // namespace trainyard
