// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/optim/lion.h"

namespace trainyard {

Lion::Lion(const OptimizerSection& optimizer, Parameters& parameters)
    : Optimizer(parameters),
      beta1_(optimizer.beta1),
      beta2_(optimizer.beta2),
      momenta_(zeros_like_owned(parameters)) {
  for (const at::Device device : owned_devices(parameters))
    for (const bool decays : {false, true}) {
      const auto pieces = [&](const std::vector<at::Tensor>& tensors) {
        return pieces_with_decay(parameters, tensors, decays, device);
      };
      const auto values = pieces(owned_values(parameters)),
                 gradients = pieces(owned_gradients(parameters)), momenta = pieces(momenta_);
      for (std::size_t i = 0; i < values.size(); ++i)
        pieces_.push_back(
            {values[i], gradients[i], momenta[i], decays ? optimizer.weight_decay : 0.0});
    }
}

void Lion::update(std::int64_t, double learning_rate, const at::Tensor& gradient_scale) {
  for (const Piece& piece : pieces_) {
    const at::Tensor gradient = gradient_scale.defined()
                                    ? piece.gradient * gradient_scale.to(piece.gradient.device())
                                    : piece.gradient;
    const at::Tensor direction = piece.momentum.lerp(gradient, 1.0 - beta1_).sign_();
    piece.momentum.lerp_(gradient, 1.0 - beta2_);
    if (piece.weight_decay != 0) piece.value.mul_(1.0 - learning_rate * piece.weight_decay);
    piece.value.add_(direction, -learning_rate);
  }
}

std::vector<Optimizer::StatePiece> Lion::state_pieces() const {
  std::vector<StatePiece> pieces;
  append_state(parameters_, "momentum", momenta_, pieces);
  return pieces;
}

}  // namespace trainyard
