// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/parallel/gathered_layers.h"

#include <algorithm>
#include <utility>

#include <ATen/core/grad_mode.h>
#include <ATen/record_function.h>

#include "engine/model/lazy_zeros.h"

namespace trainyard {

GatheredLayers::GatheredLayers(Parameters& parameters, ProcessGroup& group, bool keeps_first)
    : parameters_(parameters), group_(group), keeps_first_(keeps_first) {
  parameters.set_access(this);
}

GatheredLayers::~GatheredLayers() { parameters_.set_access(nullptr); }

void GatheredLayers::before_forward(std::size_t layer) {
  const std::size_t last = parameters_.layers().size() - 1;
  if (layer == 0) {
    num_left_ = last + 1;
    for (std::size_t other = 1; other <= last; ++other) release_layer(other);
  }
  RECORD_USER_SCOPE("step/communication");
  gather(layer);
  group_.finish_started();
  // The last one and the one before it are those that the backward pass begins with.
  const bool is_needed_again = layer == last || (layer == 1 && keeps_first_);
  if (layer > 0 && !is_needed_again) release_layer(layer - 1);
  if (layer < last) gather(layer + 1);
}

void GatheredLayers::before_backward(std::size_t layer) {
  while (num_left_ > layer) reach_backward(--num_left_);
}

void GatheredLayers::reach_backward(std::size_t layer) {
  RECORD_USER_SCOPE("step/communication");
  // A frozen embedding has no backward pass.
  const auto is_read = [this](std::size_t index) {
    return index > 0 || parameters_.layers().front().layout.end > 0;
  };
  if (is_read(layer)) gather(layer);
  group_.finish_started();
  if (has_passed_) has_passed_(layer + 1);
  if (layer + 1 < parameters_.layers().size()) release_layer(layer + 1);
  if (layer > 0 && is_read(layer - 1)) gather(layer - 1);
}

void GatheredLayers::notify(std::function<void(std::size_t)> has_passed) {
  has_passed_ = std::move(has_passed);
}

void GatheredLayers::invalidate() {
  for (std::size_t layer = 0; layer < parameters_.layers().size(); ++layer) release_layer(layer);
}

void GatheredLayers::gather(std::size_t layer) {
  const at::NoGradGuard no_gradient;
  for (const GatheredValues& values : parameters_.layers()[layer].gathered_values()) {
    if (!is_absent(values.whole)) continue;
    group_.set_purpose({"communication.of_parameters", static_cast<std::int64_t>(layer)});
    make_present_uninitialized(values.whole);
    const std::int64_t share = values.own.numel();
    const at::Tensor part = values.whole.narrow(0, parameters_.sharding().rank * share, share);
    part.copy_(values.own, /*non_blocking=*/true);
    group_.start_gather(values.whole, part);
  }
}

void GatheredLayers::release_layer(std::size_t layer) {
  for (const GatheredValues& values : parameters_.layers()[layer].gathered_values())
    if (!is_absent(values.whole)) release(values.whole);
}

std::unique_ptr<GatheredLayers> gathered_layers(const Model& model, Parameters& parameters,
                                                ProcessGroup& group) {
  if (!parameters.sharding().frees_values) return nullptr;
  const at::Tensor head = model.head(parameters).weight.value;
  const bool is_tied = std::ranges::any_of(
      parameters.layers().front().parameters,
      [&](const Parameter& parameter) { return parameter.value.is_same(head); });
  return std::make_unique<GatheredLayers>(parameters, group, is_tied);
}

}  // namespace trainyard
