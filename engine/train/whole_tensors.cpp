// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/whole_tensors.h"

#include <algorithm>

#include <ATen/core/grad_mode.h>

namespace trainyard {

namespace {

bool are_shared_out(const TrainingWork& work) { return work.parameters->sharding().num_ranks > 1; }

// The trained parameters of a layer, of which `own` are the owned parts; empty tensors elsewhere
// than on the first rank.
std::vector<at::Tensor> gathered(const TrainingWork& work, std::size_t layer,
                                 const std::vector<at::Tensor>& own) {
  const LayerParameters& storage = work.parameters->layers()[layer];
  const std::vector<ParameterSpec>& specs = work.parameters->table()[layer].parameters;
  std::vector<at::Tensor> tensors(specs.size());
  if (own.empty()) return tensors;
  const LayerLayout& layout = storage.layout;
  at::Tensor sharded, others;
  for (std::size_t k = 0; k < own.size(); ++k)
    (storage.owned[k].begin < layout.sharded_end ? sharded : others) = own[k];
  if (sharded.defined()) {
    const at::Tensor whole = at::empty({layout.sharded_end}, sharded.options());
    work.group->start_gather(whole, sharded);
    work.group->finish_started();
    work.group->settle();
    sharded = whole;
  }
  if (work.group->ranks().rank != 0) return tensors;
  for (const std::size_t i : layout.order) {
    const bool is_sharded = specs[i].is_sharded;
    const std::int64_t begin = layout.begins[i] - (is_sharded ? 0 : layout.sharded_end);
    const at::Tensor& from = is_sharded ? sharded : others;
    tensors[i] = at::empty(specs[i].shape, from.options().device(at::kCPU))
                     .copy_(from.narrow(0, begin, num_elements(specs[i])).view(specs[i].shape));
  }
  return tensors;
}

// The tensors of a layer's owned parts, which are taken from the front of `rest`.
std::vector<at::Tensor> of_layer(const LayerParameters& layer,
                                 std::vector<at::Tensor>::const_iterator& rest) {
  const auto begin = rest;
  rest += std::ssize(layer.owned);
  return {begin, rest};
}

}  // namespace

NamedTensors whole_weights(const TrainingWork& work) {
  if (!are_shared_out(work)) return named_weights(*work.parameters);
  const at::NoGradGuard no_gradient;
  const std::vector<at::Tensor> values = owned_values(*work.parameters);
  auto rest = values.begin();
  NamedTensors named;
  for (std::size_t l = 0; l < work.parameters->layers().size(); ++l) {
    const LayerParameters& layer = work.parameters->layers()[l];
    const std::vector<at::Tensor> trained = gathered(work, l, of_layer(layer, rest));
    if (work.group->ranks().rank != 0) continue;
    for (std::size_t i = 0; i < layer.parameters.size(); ++i)
      named.emplace_back(
          work.parameters->table()[l].parameters[i].name,
          trained[i].defined() ? trained[i] : layer.parameters[i].value.detach().cpu());
  }
  return named;
}

NamedTensors whole_optimizer_state(const TrainingWork& work) {
  if (!are_shared_out(work)) return work.optimizer->named_state();
  const at::NoGradGuard no_gradient;
  NamedTensors named;
  for (const auto& [state, tensors] : work.optimizer->owned_state()) {
    auto rest = tensors.begin();
    for (std::size_t l = 0; l < work.parameters->layers().size(); ++l) {
      const std::vector<at::Tensor> trained =
          gathered(work, l, of_layer(work.parameters->layers()[l], rest));
      for (std::size_t i = 0; i < trained.size(); ++i)
        if (trained[i].defined())
          named.emplace_back(state + "." + work.parameters->table()[l].parameters[i].name,
                             trained[i]);
    }
  }
  return named;
}

Result<void> read_optimizer_state(const WeightFolder& folder, TrainingWork& work,
                                  const std::function<void()>& alive) {
  const at::NoGradGuard no_gradient;
  if (!are_shared_out(work)) {
    for (const auto& [name, tensor] : work.optimizer->named_state()) {
      TRY(folder.read(name, tensor));
      alive();
    }
    return {};
  }
  for (const auto& [state, tensors] : work.optimizer->owned_state()) {
    auto rest = tensors.begin();
    for (std::size_t l = 0; l < work.parameters->layers().size(); ++l) {
      const LayerParameters& layer = work.parameters->layers()[l];
      const std::vector<at::Tensor> own = of_layer(layer, rest);
      for (const std::size_t i : layer.layout.order) {
        const ParameterSpec& spec = work.parameters->table()[l].parameters[i];
        const at::Tensor whole = at::empty(spec.shape, own.front().options().device(at::kCPU));
        TRY(folder.read(state + "." + spec.name, whole));
        copy_to_owned(layer, i, whole, own);
        alive();
      }
    }
  }
  return {};
}

}  // namespace trainyard
