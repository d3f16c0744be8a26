// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/optim/clip_gradients.h"

#include <cmath>

#include "engine/optim/square_sums.h"

namespace trainyard {

at::Tensor gradient_norm(const Parameters& parameters) {
  std::vector<at::Tensor> gradients = flat_gradients(parameters);
  std::erase_if(gradients, [](const at::Tensor& gradient) { return gradient.numel() == 0; });
  const at::Tensor& first = gradients.front();
  if (!first.is_cpu() || first.scalar_type() != at::kFloat)
    return at::linalg_vector_norm(at::stack(at::_foreach_norm(gradients, 2, at::kFloat)), 2);
  double sum = 0;
  for (const at::Tensor& gradient : gradients)
    sum += square_sum(gradient.const_data_ptr<float>(), gradient.numel());
  return at::full({}, std::sqrt(sum), first.options());
}

at::Tensor clipping_scale(const at::Tensor& norm, double max_norm) {
  return (norm + 1e-6).reciprocal_().mul_(max_norm).clamp_max_(1.0);
}

}  // namespace trainyard
