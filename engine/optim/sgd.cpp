// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/optim/sgd.h"

#include <ATen/ops/_fused_sgd.h>

namespace trainyard {

Sgd::Sgd(const OptimizerSection& optimizer, Parameters& parameters)
    : Optimizer(parameters), momentum_(optimizer.momentum) {
  if (momentum_ > 0) momenta_ = zeros_like_layers(parameters);
  for (const bool decays : {false, true}) {
    const auto parts = [&](const std::vector<at::Tensor>& flats) {
      return parts_with_decay(parameters, flats, decays);
    };
    Group group{decays ? optimizer.weight_decay : 0.0, parts(flat_values(parameters)),
                parts(flat_gradients(parameters)), parts(momenta_)};
    if (!group.values.empty()) groups_.push_back(std::move(group));
  }
}

void Sgd::update(std::int64_t, double learning_rate, const at::Tensor& gradient_scale) {
  const auto divisor = gradient_divisor(gradient_scale);
  // torch initializes the momentum with the first gradient, which is the same as adding it to
  // zeros.
  for (Group& group : groups_)
    at::_fused_sgd_(group.values, group.gradients, group.momenta, group.weight_decay, momentum_,
                    learning_rate, /*dampening=*/0.0, /*nesterov=*/false, /*maximize=*/false,
                    /*is_first_step=*/false, divisor);
}

NamedTensors Sgd::named_state() const {
  NamedTensors tensors;
  append_named_parts(parameters_, "momentum", momenta_, tensors);
  return tensors;
}

}  // namespace trainyard
