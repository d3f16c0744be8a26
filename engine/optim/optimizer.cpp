// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/optim/optimizer.h"

#include <algorithm>

#include <ATen/core/grad_mode.h>

#include "engine/model/lazy_zeros.h"
#include "engine/optim/adafactor.h"
#include "engine/optim/adamw.h"
#include "engine/optim/adamw_8bit.h"
#include "engine/optim/sgd.h"

namespace trainyard {

namespace {

template <class Rule>
std::unique_ptr<Optimizer> make(const OptimizerSection& optimizer, Parameters& parameters) {
  return std::make_unique<Rule>(optimizer, parameters);
}

constexpr std::pair<OptimizerKind,
                    std::unique_ptr<Optimizer> (*)(const OptimizerSection&, Parameters&)>
    kOptimizers[] = {{OptimizerKind::adamw, make<AdamW>},
                     {OptimizerKind::adamw_8bit, make<AdamW8bit>},
                     {OptimizerKind::sgd, make<Sgd>},
                     {OptimizerKind::adafactor, make<Adafactor>}};
static_assert(std::size(kOptimizers) == std::size(Names<OptimizerKind>::all));

}  // namespace

std::unique_ptr<Optimizer> make_optimizer(const OptimizerSection& optimizer,
                                          Parameters& parameters) {
  const auto found =
      std::ranges::find(kOptimizers, optimizer.kind, [](const auto& entry) { return entry.first; });
  return found->second(optimizer, parameters);
}

void Optimizer::step(double learning_rate, const at::Tensor& gradient_scale) {
  const at::NoGradGuard no_grad;
  update(++num_steps_, learning_rate, gradient_scale);
  parameters_.update_trained_copies();
}

std::vector<TrainedParameter> trained_parameters(const Parameters& parameters) {
  std::vector<TrainedParameter> trained;
  for (std::size_t l = 0; l < parameters.layers().size(); ++l)
    for (std::size_t i = 0; i < parameters.table()[l].parameters.size(); ++i) {
      const ParameterSpec& spec = parameters.table()[l].parameters[i];
      const at::Tensor& value = parameters.layers()[l].parameters[i].value;
      if (spec.trainable) trained.push_back({l, spec, value.detach(), value.grad()});
    }
  return trained;
}

std::vector<at::Tensor> zeros_like_layers(const Parameters& parameters) {
  std::vector<at::Tensor> flats;
  for (const LayerParameters& layer : parameters.layers())
    flats.push_back(lazy_zeros(layer.flat.numel(), layer.flat.options()));
  return flats;
}

std::vector<at::Tensor> parts_with_decay(const Parameters& parameters,
                                         const std::vector<at::Tensor>& flats, bool weight_decay) {
  std::vector<at::Tensor> parts;
  for (std::size_t l = 0; l < flats.size(); ++l) {
    const LayerSpec& layer = parameters.table()[l];
    const std::vector<std::int64_t> begins = offsets(layer);
    for (std::size_t i = 0; i < layer.parameters.size();) {
      std::size_t end = i + 1;
      const bool decays = layer.parameters[i].weight_decay;
      while (end < layer.parameters.size() && layer.parameters[end].weight_decay == decays) ++end;
      // Frozen parameters take up no space, so they can be merged with any neighbours.
      if (decays == weight_decay && begins[end] > begins[i])
        parts.push_back(flats[l].narrow(0, begins[i], begins[end] - begins[i]));
      i = end;
    }
  }
  return parts;
}

std::optional<at::Tensor> gradient_divisor(const at::Tensor& gradient_scale) {
  if (!gradient_scale.defined()) return std::nullopt;
  // With a divisor, the kernels write the gradients back.
  if (gradient_scale.is_cpu() && *gradient_scale.const_data_ptr<float>() == 1.0F)
    return std::nullopt;
  return gradient_scale.reciprocal();
}

void append_named_parts(const Parameters& parameters, const char* state,
                        const std::vector<at::Tensor>& flats, NamedTensors& tensors) {
  for (std::size_t l = 0; l < flats.size(); ++l) {
    const LayerSpec& layer = parameters.table()[l];
    const std::vector<std::int64_t> begins = offsets(layer);
    for (std::size_t i = 0; i < layer.parameters.size(); ++i) {
      const ParameterSpec& spec = layer.parameters[i];
      if (!spec.trainable) continue;
      tensors.emplace_back(std::string(state) + "." + spec.name,
                           flats[l].narrow(0, begins[i], num_elements(spec)).view(spec.shape));
    }
  }
}

}  // namespace trainyard
