// SPDX-License-Identifier: GPL-3.0-or-later
// Lion (Chen et al., "Symbolic Discovery of Optimization Algorithms", 2023, algorithm 2): the sign
// of an interpolated momentum, with decoupled weight decay. One state of the weights' size.
#pragma once

#include "engine/optim/optimizer.h"

namespace trainyard {

class Lion final : public Optimizer {
 public:
  Lion(const OptimizerSection& optimizer, Parameters& parameters);
  std::vector<StatePiece> state_pieces() const override;

 private:
  void update(std::int64_t step, double learning_rate, const at::Tensor& gradient_scale) override;

  struct Piece {
    at::Tensor value, gradient, momentum;
    double weight_decay;
  };

  double beta1_, beta2_;
  std::vector<at::Tensor> momenta_;  // one for each owned part, fp32
  std::vector<Piece> pieces_;
};

}  // namespace trainyard
