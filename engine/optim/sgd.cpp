// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/optim/sgd.h"

#include <ATen/ops/_fused_sgd.h>

namespace trainyard {

Sgd::Sgd(const OptimizerSection& optimizer, Parameters& parameters)
    : Optimizer(parameters), momentum_(optimizer.momentum) {
  if (momentum_ > 0) momenta_ = zeros_like_owned(parameters);
  for (const at::Device device : owned_devices(parameters))
    for (const bool decays : {false, true}) {
      const auto pieces = [&](const std::vector<at::Tensor>& tensors) {
        return pieces_with_decay(parameters, tensors, decays, device);
      };
      Group group{device, decays ? optimizer.weight_decay : 0.0, pieces(owned_values(parameters)),
                  pieces(owned_gradients(parameters)), pieces(momenta_)};
      if (!group.values.empty()) groups_.push_back(std::move(group));
    }
}

void Sgd::update(std::int64_t, double learning_rate, const at::Tensor& gradient_scale) {
  // torch initializes the momentum with the first gradient, which is the same as adding it to
  // zeros.
  for (Group& group : groups_)
    at::_fused_sgd_(group.values, group.gradients, group.momenta, group.weight_decay, momentum_,
                    learning_rate, /*dampening=*/0.0, /*nesterov=*/false, /*maximize=*/false,
                    /*is_first_step=*/false, gradient_divisor(gradient_scale, group.device));
}

std::vector<Optimizer::StatePiece> Sgd::state_pieces() const {
  std::vector<StatePiece> pieces;
  append_state(parameters_, "momentum", momenta_, pieces);
  return pieces;
}

}  // namespace trainyard
