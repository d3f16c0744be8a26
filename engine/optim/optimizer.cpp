// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/optim/optimizer.h"

#include <algorithm>

#include <ATen/core/grad_mode.h>

#include "engine/model/lazy_zeros.h"
#include "engine/optim/adafactor.h"
#include "engine/optim/adamw.h"
#include "engine/optim/adamw_8bit.h"
#include "engine/optim/fused_update.h"
#include "engine/optim/lion.h"
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
                     {OptimizerKind::adafactor, make<Adafactor>},
                     {OptimizerKind::lion, make<Lion>}};
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
  parameters_.update_trained_copies([&](const OwnedPart& part) {
    return kernel_copy(part).defined() && is_finished_by_update(part);
  });
  parameters_.zero_gradients([&](const OwnedPart& part) { return is_finished_by_update(part); });
}

NamedTensors Optimizer::named_state() const {
  NamedTensors named;
  for (const StatePiece& piece : state_pieces())
    named.emplace_back(piece.name, piece.values.view(piece.shape));
  return named;
}

std::vector<TrainedPiece> trained_pieces(const Parameters& parameters) {
  std::vector<TrainedPiece> trained;
  for (std::size_t l = 0; l < parameters.layers().size(); ++l) {
    const LayerParameters& layer = parameters.layers()[l];
    for (std::size_t i = 0; i < layer.parameters.size(); ++i) {
      const ParameterSpec& spec = parameters.table()[l].parameters[i];
      if (!spec.trainable) continue;
      const OwnedPiece owned = owned_piece(layer, spec, i);
      const OwnedPart& part = layer.owned[owned.part];
      const auto piece_of = [&](const at::Tensor& whole) {
        return whole.defined() ? whole.narrow(0, owned.place, owned.count) : at::Tensor();
      };
      trained.push_back({l, spec, owned, spec.is_sharded && parameters.sharding().is_active(),
                         piece_of(part.value), piece_of(part.gradient),
                         piece_of(kernel_copy(part))});
    }
  }
  return trained;
}

std::vector<at::Tensor> zeros_like_owned(const Parameters& parameters) {
  std::vector<at::Tensor> zeros;
  for (const OwnedPart& part : owned_parts(parameters))
    zeros.push_back(lazy_zeros(part.value.numel(), part.value.options().pinned_memory(false)));
  return zeros;
}

std::vector<at::Tensor> pieces_with_decay(const Parameters& parameters,
                                          const std::vector<at::Tensor>& tensors, bool weight_decay,
                                          at::Device device) {
  std::vector<at::Tensor> pieces;
  if (tensors.empty()) return pieces;
  auto tensor = tensors.begin();
  for (std::size_t l = 0; l < parameters.layers().size(); ++l) {
    const LayerLayout& layout = parameters.layers()[l].layout;
    const auto decays = [&](std::size_t place) {
      return parameters.table()[l].parameters[layout.order[place]].weight_decay;
    };
    for (const OwnedPart& part : parameters.layers()[l].owned) {
      const at::Tensor& whole = *tensor++;
      for (std::size_t i = 0; i < layout.order.size();) {
        std::size_t next = i + 1;
        while (next < layout.order.size() && decays(next) == decays(i)) ++next;
        const std::int64_t run_end =
            next < layout.order.size() ? layout.begins[layout.order[next]] : layout.end;
        const std::int64_t begin = std::max(layout.begins[layout.order[i]], part.begin),
                           end = std::min(run_end, part.begin + part.value.numel());
        if (decays(i) == weight_decay && begin < end && part.value.device() == device)
          pieces.push_back(whole.defined() ? whole.narrow(0, begin - part.begin, end - begin)
                                           : at::Tensor());
        i = next;
      }
    }
  }
  return pieces;
}

void append_state(const Parameters& parameters, const std::string& state,
                  const std::vector<at::Tensor>& tensors,
                  std::vector<Optimizer::StatePiece>& pieces) {
  if (tensors.empty()) return;
  std::vector<std::size_t> first_of_layer;  // in `tensors`
  std::size_t num_parts = 0;
  for (const LayerParameters& layer : parameters.layers()) {
    first_of_layer.push_back(num_parts);
    num_parts += layer.owned.size();
  }
  for (const TrainedPiece& piece : trained_pieces(parameters))
    pieces.push_back({state + "." + piece.spec.name, piece.spec.shape, piece.is_shared_out,
                      piece.owned.begin,
                      tensors[first_of_layer[piece.layer] + piece.owned.part].narrow(
                          0, piece.owned.place, piece.owned.count)});
}

std::vector<at::Device> owned_devices(const Parameters& parameters) {
  std::vector<at::Device> devices;
  for (const at::Tensor& value : owned_values(parameters))
    if (std::ranges::find(devices, value.device()) == devices.end())
      devices.push_back(value.device());
  return devices;
}

std::optional<at::Tensor> gradient_divisor(const at::Tensor& gradient_scale, at::Device device) {
  if (!gradient_scale.defined()) return std::nullopt;
  // With a divisor, the kernels write the gradients back.
  if (gradient_scale.is_cpu() && *gradient_scale.const_data_ptr<float>() == 1.0F)
    return std::nullopt;
  return gradient_scale.reciprocal().to(device);
}

}  // namespace trainyard
