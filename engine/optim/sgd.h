// SPDX-License-Identifier: GPL-3.0-or-later
// Stochastic gradient descent with momentum as torch.optim.SGD computes it (no dampening), in one
// fused pass over the flat buffers. Weight decay is added to the gradient.
#pragma once

#include "engine/optim/optimizer.h"

namespace trainyard {

class Sgd final : public Optimizer {
 public:
  Sgd(const OptimizerSection& optimizer, Parameters& parameters);
  std::vector<StatePiece> state_pieces() const override;

 private:
  void update(std::int64_t step, double learning_rate, const at::Tensor& gradient_scale) override;

  struct Group {
    at::Device device;
    double weight_decay;
    std::vector<at::Tensor> values, gradients, momenta;
  };

  double momentum_;
  std::vector<at::Tensor> momenta_;  // one for each owned part, fp32; empty without momentum
  std::vector<Group> groups_;
};

}  // namespace trainyard
