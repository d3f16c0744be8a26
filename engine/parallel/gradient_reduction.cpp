// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/parallel/gradient_reduction.h"

#include <torch/csrc/autograd/utils/lambda_post_hook.h>
#include <torch/csrc/autograd/variable.h>

#include "engine/model/lazy_zeros.h"

namespace trainyard {

GradientReduction::GradientReduction(Parameters& parameters, ProcessGroup& group)
    : parameters_(parameters), group_(group), num_left_(parameters.layers().size()) {
  if (group.ranks().world_size == 1) return;
  group.settle();  // a lost rank is noticed at most one step late
  for (std::size_t index = 0; index < num_left_; ++index)
    for (const Parameter& parameter : parameters.layers()[index].parameters) {
      if (!parameter.value.requires_grad()) continue;
      auto accumulator = torch::autograd::impl::grad_accumulator(parameter.value);
      const std::uintptr_t key =
          accumulator->add_post_hook(std::make_unique<torch::autograd::utils::LambdaPostHook>(
              [this, index](const auto& outputs, const auto&) {
                start_down_to(index + 1);
                return outputs;
              }));
      hooks_.emplace_back(std::move(accumulator), key);
    }
}

GradientReduction::~GradientReduction() {
  for (const auto& [accumulator, key] : hooks_) accumulator->del_post_hook(key);
}

void GradientReduction::start_down_to(std::size_t first) {
  for (; num_left_ > first; --num_left_)
    if (const at::Tensor& gradient = parameters_.layers()[num_left_ - 1].flat_gradient;
        gradient.numel() > 0) {
      make_present(gradient);  // even if nothing was added
      group_.start_sum(gradient);
    }
}

void GradientReduction::finish() {
  start_down_to(0);
  group_.finish_sums();
}

}  // namespace trainyard
