// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/parallel/gradient_reduction.h"

#include <ATen/core/grad_mode.h>
#include <ATen/record_function.h>
#include <torch/csrc/autograd/utils/lambda_post_hook.h>
#include <torch/csrc/autograd/variable.h>

#include "engine/model/lazy_zeros.h"

namespace trainyard {

GradientReduction::GradientReduction(Parameters& parameters, ProcessGroup& group, bool is_last)
    : parameters_(parameters),
      group_(group),
      is_last_(is_last),
      num_left_(parameters.layers().size()) {
  if (group.ranks().world_size == 1 && !parameters.sharding().is_active()) return;
  // The host may queue this step while the device is anywhere in the one before: waiting for that
  // one would leave the device without work.
  group.settle_former();
  if (parameters.access()) {
    parameters.access()->notify([this](std::size_t first) { start_down_to(first); });
    return;
  }
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
  if (parameters_.access()) parameters_.access()->notify(nullptr);
  for (const auto& [accumulator, key] : hooks_) accumulator->del_post_hook(key);
}

void GradientReduction::start_down_to(std::size_t first) {
  for (; num_left_ > first; --num_left_) {
    LayerParameters& layer = parameters_.layers()[num_left_ - 1];
    if (layer.layout.end == 0) continue;
    RECORD_USER_SCOPE("step/communication");
    make_present(layer.flat_gradient);  // even if nothing was added
    group_.set_purpose({"communication.of_gradients", static_cast<std::int64_t>(num_left_) - 1});
    const std::int64_t sharded_end = layer.layout.sharded_end;
    if (parameters_.sharding().is_active()) {
      start_shares(layer);
      continue;
    }
    // Apart, as where ranks share out: sums of the same length have the same order.
    if (sharded_end > 0) group_.start_sum(layer.flat_gradient.narrow(0, 0, sharded_end));
    if (sharded_end < layer.layout.end)
      group_.start_sum(layer.flat_gradient.narrow(0, sharded_end, layer.layout.end - sharded_end));
  }
}

void GradientReduction::start_shares(LayerParameters& layer) {
  const bool frees = parameters_.sharding().frees_gradients;
  if (frees) {
    take_share();
    for (const at::Tensor& gradient : kept_gradients(layer)) make_present(gradient);
  } else if (layer.flat_gradient.is_cpu()) {
    group_.finish_started();  // Gloo sums a copy of all that it is given: one layer at a time
  }
  const std::int64_t sharded_end = layer.layout.sharded_end;
  for (const OwnedPart& part : layer.owned)
    if (part.begin < sharded_end)
      group_.start_scatter_sum(layer.flat_gradient.narrow(0, 0, sharded_end),
                               layer.own_share_of_gradient());
    else if (is_last_)
      group_.start_sum(part.gradient);
  if (frees) in_progress_ = &layer;
}

void GradientReduction::take_share() {
  if (!in_progress_) return;
  LayerParameters& layer = *std::exchange(in_progress_, nullptr);
  group_.finish_started();
  if (layer.layout.sharded_end == 0) return;
  const at::NoGradGuard no_gradient;
  const at::Tensor own = layer.owned.front().gradient;
  own.add_(layer.own_share_of_gradient().to(own.device()));
  release(layer.flat_gradient);
}

void GradientReduction::finish() {
  if (parameters_.access()) parameters_.access()->finish_backward();
  RECORD_USER_SCOPE("step/communication");
  start_down_to(0);
  take_share();
  group_.finish_started();
}

void gather_values(const Parameters& parameters, ProcessGroup& group) {
  if (!parameters.sharding().is_active()) return;
  if (parameters.access()) return parameters.access()->invalidate();
  RECORD_USER_SCOPE("step/communication");
  std::int64_t number = 0;
  for (const LayerParameters& layer : parameters.layers()) {
    group.set_purpose({"communication.of_parameters", number++});
    for (const GatheredValues& values : layer.gathered_values()) {
      const OwnedPart& own = layer.owned.front();
      group.start_gather(values.whole, values.whole.narrow(0, own.begin, own.value.numel()));
    }
  }
  group.finish_started();
}

}  // namespace trainyard
