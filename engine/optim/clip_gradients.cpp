#include "engine/optim/clip_gradients.h"

namespace trainyard {

at::Tensor gradient_norm(const Parameters& parameters) {
  // A processor sums the squares of a tensor one after the other in fp32: of millions the error is
  // near 1e-4.
  constexpr std::int64_t kSummed = 1 << 15;
  std::vector<at::Tensor> parts;
  for (const at::Tensor& gradient : flat_gradients(parameters)) {
    if (gradient.numel() == 0) continue;
    if (!gradient.is_cpu()) {
      parts.push_back(gradient);
      continue;
    }
    for (const at::Tensor& part : gradient.split(kSummed)) parts.push_back(part);
  }
  const std::vector<at::Tensor> norms = at::_foreach_norm(parts, 2, at::kFloat);
  return at::linalg_vector_norm(at::stack(norms), 2);
}

at::Tensor clipping_scale(const at::Tensor& norm, double max_norm) {
  return (norm + 1e-6).reciprocal_().mul_(max_norm).clamp_max_(1.0);
}

}  // namespace trainyard
