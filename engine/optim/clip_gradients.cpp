// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/optim/clip_gradients.h"

#include <cmath>

#include "engine/optim/square_sums.h"

namespace trainyard {

namespace {

// The sum of the squares of all numbers: () fp64, on their device.
at::Tensor sum_of_squares(const std::vector<at::Tensor>& tensors, at::Device device) {
  const at::TensorOptions options = at::TensorOptions().dtype(at::kDouble).device(device);
  if (tensors.empty()) return at::zeros({}, options);
  const at::Tensor& first = tensors.front();
  if (!first.is_cpu() || first.scalar_type() != at::kFloat)
    return at::stack(at::_foreach_norm(tensors, 2, at::kFloat))
        .to(at::kDouble)
        .square_()
        .sum()
        .to(device);
  double sum = 0;
  for (const at::Tensor& tensor : tensors)
    sum += square_sum(tensor.const_data_ptr<float>(), tensor.numel());
  return at::full({}, sum, options);
}

}  // namespace

at::Tensor gradient_norm(const Parameters& parameters,
                         const std::function<void(const at::Tensor&)>& sum_over_ranks) {
  std::vector<at::Tensor> owned, whole;  // the latter are equal on all ranks
  for (const LayerParameters& layer : parameters.layers())
    for (const OwnedPart& part : layer.owned)
      (part.begin < layer.layout.sharded_end ? owned : whole).push_back(part.gradient);
  const at::Device device = parameters.layers().front().flat.device();
  at::Tensor squares = sum_of_squares(owned, device);
  if (parameters.sharding().is_active()) sum_over_ranks(squares);
  return squares.add_(sum_of_squares(whole, device)).sqrt_().to(at::kFloat);
}

at::Tensor clipping_scale(const at::Tensor& norm, double max_norm) {
  return (norm + 1e-6).reciprocal_().mul_(max_norm).clamp_max_(1.0);
}

}  // namespace trainyard
