// AdamW (Loshchilov and Hutter, 2019) as torch.optim.AdamW computes it, one fused pass over each
// layer's flat buffer.
#pragma once

#include <cstdint>
#include <vector>

#include <ATen/ATen.h>

#include "engine/model/parameters.h"

namespace trainyard {

struct AdamWOptions {
  double beta1 = 0.9;
  double beta2 = 0.999;
  double epsilon = 1.0e-8;
  double weight_decay = 0.0;
};

// The state of one layer, flat like its parameters: fp32.
struct AdamWState {
  at::Tensor first_moment;
  at::Tensor second_moment;
};

class AdamW {
 public:
  explicit AdamW(Parameters& parameters, const AdamWOptions& options);

  // One update with gradients multiplied by `gradient_scale` (clipping) and the given learning
  // rate.
  void step(double learning_rate, double gradient_scale);

  void set_num_steps(std::int64_t steps) { num_steps_ = steps; }
  std::vector<AdamWState>& state() { return state_; }  // one a layer, in the table's order

 private:
  Parameters& parameters_;
  AdamWOptions options_;
  std::vector<AdamWState> state_;
  std::int64_t num_steps_ = 0;
};

// The global L2 norm of all gradients. fp32 sums per layer, combined in double.
double gradient_norm(const Parameters& parameters);

// What gradients are multiplied with so that their norm is at most `max_norm`, as
// torch.nn.utils.clip_grad_norm_ has it.
double clipping_scale(double norm, double max_norm);

}  // namespace trainyard
