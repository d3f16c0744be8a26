#include "engine/optim/clip_gradients.h"

namespace trainyard {

at::Tensor gradient_norm(const Parameters& parameters) {
  std::vector<at::Tensor> gradients = flat_gradients(parameters);
  std::erase_if(gradients, [](const at::Tensor& gradient) { return gradient.numel() == 0; });
  const std::vector<at::Tensor> norms = at::_foreach_norm(gradients, 2, at::kFloat);
  return at::linalg_vector_norm(at::stack(norms), 2);
}

at::Tensor clipping_scale(const at::Tensor& norm, double max_norm) {
  return (norm + 1e-6).reciprocal_().mul_(max_norm).clamp_max_(1.0);
}

}  // namespace trainyard
