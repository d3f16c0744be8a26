// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/optim/adamw.h"

#include <ATen/ops/_fused_adamw.h>

namespace trainyard {

AdamW::AdamW(const OptimizerSection& optimizer, Parameters& parameters)
    : Optimizer(parameters),
      beta1_(optimizer.beta1),
      beta2_(optimizer.beta2),
      epsilon_(optimizer.epsilon),
      first_moments_(zeros_like_owned(parameters)),
      second_moments_(zeros_like_owned(parameters)) {
  std::vector<at::Tensor> copies;
  for (const OwnedPart& part : owned_parts(parameters)) copies.push_back(kernel_copy(part));
  for (const at::Device device : owned_devices(parameters)) {
    const at::Tensor step = at::zeros({}, at::TensorOptions().dtype(at::kFloat).device(device));
    OnDevice& all = devices_.emplace_back(OnDevice{device, {}, {}});
    for (const bool decays : {false, true}) {
      const auto pieces = [&](const std::vector<at::Tensor>& tensors) {
        return pieces_with_decay(parameters, tensors, decays, device);
      };
      Group group{decays ? optimizer.weight_decay : 0.0,
                  pieces(owned_values(parameters)),
                  pieces(owned_gradients(parameters)),
                  pieces(first_moments_),
                  pieces(second_moments_),
                  {}};
      if (group.values.empty()) continue;
      const std::vector<at::Tensor> written = pieces(copies);
      for (std::size_t i = 0; i < group.values.size(); ++i)
        all.fused.add({group.values[i], group.gradients[i], group.first_moments[i],
                       group.second_moments[i], written[i], group.weight_decay});
      group.steps.assign(group.values.size(), step);
      all.groups.push_back(std::move(group));
    }
  }
}

void AdamW::update(std::int64_t step, double learning_rate, const at::Tensor& gradient_scale) {
  for (OnDevice& all : devices_) {
    if (all.groups.empty()) continue;  // other ranks have all of it
    if (has_update_kernel(all.groups.front().values.front())) {
      all.fused.update({step, learning_rate, beta1_, beta2_, epsilon_, gradient_scale});
      continue;
    }
    for (Group& group : all.groups) {
      group.steps.front().fill_(static_cast<double>(step));
      at::_fused_adamw_(
          group.values, group.gradients, group.first_moments, group.second_moments, {}, group.steps,
          learning_rate, beta1_, beta2_, group.weight_decay, epsilon_,
          /*amsgrad=*/false, /*maximize=*/false, gradient_divisor(gradient_scale, all.device));
    }
  }
}

bool AdamW::is_finished_by_update(const OwnedPart& part) const {
  return has_update_kernel(part.value);
}

std::vector<Optimizer::StatePiece> AdamW::state_pieces() const {
  std::vector<StatePiece> pieces;
  append_state(parameters_, "first_moment", first_moments_, pieces);
  append_state(parameters_, "second_moment", second_moments_, pieces);
  return pieces;
}

}  // namespace trainyard
