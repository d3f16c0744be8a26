// Gradients are scaled down to a norm when theirs is larger.
#pragma once

#include "engine/model/parameters.h"

namespace trainyard {

// The global L2 norm of all gradients. fp32 sums per layer, combined in double.
double gradient_norm(const Parameters& parameters);

// What gradients are multiplied with so that their norm is at most `max_norm`, as
// torch.nn.utils.clip_grad_norm_ has it.
double clipping_scale(double norm, double max_norm);

}  // namespace trainyard
