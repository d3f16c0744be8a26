// SPDX-License-Identifier: GPL-3.0-or-later
// AdamW (Loshchilov and Hutter, 2019) as torch.optim.AdamW computes it, in one fused pass over the
// flat buffers: by the engine's own kernel where it is open, else by torch's.
#pragma once

#include "engine/optim/fused_update.h"
#include "engine/optim/optimizer.h"

namespace trainyard {

class AdamW final : public Optimizer {
 public:
  AdamW(const OptimizerSection& optimizer, Parameters& parameters);
  std::vector<StatePiece> state_pieces() const override;

 private:
  void update(std::int64_t step, double learning_rate, const at::Tensor& gradient_scale) override;
  bool is_finished_by_update(const OwnedPart& part) const override;

  struct Group {
    double weight_decay;
    // The step counter is shared by all groups of a device.
    std::vector<at::Tensor> values, gradients, first_moments, second_moments, steps;
  };
  struct OnDevice {
    at::Device device;
    std::vector<Group> groups;  // the same tensors as in `fused`
    FusedAdamW fused;
  };

  double beta1_, beta2_, epsilon_;
  std::vector<at::Tensor> first_moments_, second_moments_;  // one for each owned part, fp32
  std::vector<OnDevice> devices_;
};

}  // namespace trainyard
