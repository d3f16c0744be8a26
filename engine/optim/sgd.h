// Stochastic gradient descent with momentum as torch.optim.SGD computes it (no dampening), one
// fused pass over the flat buffers. Weight decay is added to the gradient.
#pragma once

#include "engine/optim/optimizer.h"

namespace trainyard {

class Sgd final : public Optimizer {
 public:
  Sgd(const OptimizerSection& optimizer, Parameters& parameters);
  void step(double learning_rate, double gradient_scale) override;
  NamedTensors named_state() const override;

 private:
  struct Group {
    double weight_decay;
    std::vector<at::Tensor> values, gradients, momenta;
  };

  const Parameters& parameters_;
  double momentum_;
  std::vector<at::Tensor> momenta_;  // one a layer, fp32; none without momentum
  std::vector<Group> groups_;
};

}  // namespace trainyard
