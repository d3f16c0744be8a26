// SPDX-License-Identifier: GPL-3.0-or-later
// AdamW (Loshchilov and Hutter, 2019) as torch.optim.AdamW computes it, in one fused pass over the
// flat buffers.
#pragma once

#include "engine/optim/optimizer.h"

namespace trainyard {

class AdamW final : public Optimizer {
 public:
  AdamW(const OptimizerSection& optimizer, Parameters& parameters);
  std::vector<StatePiece> state_pieces() const override;

 private:
  void update(std::int64_t step, double learning_rate, const at::Tensor& gradient_scale) override;

  struct Group {
    double weight_decay;
    std::vector<at::Tensor> values, gradients, first_moments, second_moments, steps;
  };

  double beta1_, beta2_, epsilon_;
  std::vector<at::Tensor> first_moments_, second_moments_;  // one for each owned part, fp32
  at::Tensor step_;                                         // step counter shared by all parts
  std::vector<Group> groups_;
};

}  // namespace trainyard
