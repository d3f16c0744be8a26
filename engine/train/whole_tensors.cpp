// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/whole_tensors.h"

#include <ATen/core/grad_mode.h>

#include "engine/model/lazy_zeros.h"

namespace trainyard {

namespace {

bool are_shared_out(const TrainingWork& work) { return work.parameters->sharding().is_active(); }

// Collective: the whole tensor, in main memory on the first rank and undefined on the others. The
// ranks' pieces do not overlap, so their bytes can be added up, whatever numbers they are.
at::Tensor gathered(const TrainingWork& work, const Optimizer::StatePiece& piece) {
  const bool is_first = work.group->ranks().rank == 0;
  const at::TensorOptions in_main_memory = piece.values.options().device(at::kCPU);
  if (!piece.is_shared_out)
    return is_first ? at::empty(piece.shape, in_main_memory).copy_(piece.values.view(piece.shape))
                    : at::Tensor();
  // Offloaded tensors meet where the ranks' other tensors do.
  const at::Tensor whole = at::zeros(piece.shape, piece.values.options().device(work.device));
  whole.view({-1}).narrow(0, piece.begin, piece.values.numel()).copy_(piece.values);
  work.group->all_reduce_sum(whole.view({-1}).view(at::kByte));
  work.group->settle();
  return is_first ? whole.to(at::kCPU) : at::Tensor();
}

}  // namespace

NamedTensors whole_weights(const TrainingWork& work) {
  if (!are_shared_out(work)) return named_weights(*work.parameters);
  const at::NoGradGuard no_gradient;
  NamedTensors named;
  for (std::size_t l = 0; l < work.parameters->layers().size(); ++l) {
    const LayerParameters& layer = work.parameters->layers()[l];
    for (std::size_t i = 0; i < layer.parameters.size(); ++i) {
      const ParameterSpec& spec = work.parameters->table()[l].parameters[i];
      at::Tensor whole = layer.parameters[i].value.detach();
      if (spec.trainable) {
        const OwnedPiece own = owned_piece(layer, spec, i);
        whole = gathered(work, {spec.name, spec.shape, spec.is_sharded, own.begin,
                                layer.owned[own.part].value.narrow(0, own.place, own.count)});
      }
      // A frozen parameter that ranks share out is not written: it is its base model's.
      if (work.group->ranks().rank == 0)
        named.emplace_back(spec.name, is_absent(whole) ? at::Tensor() : whole.cpu());
    }
  }
  return named;
}

NamedTensors whole_optimizer_state(const TrainingWork& work) {
  if (!are_shared_out(work)) return work.optimizer->named_state();
  const at::NoGradGuard no_gradient;
  NamedTensors named;
  for (const Optimizer::StatePiece& piece : work.optimizer->state_pieces()) {
    const at::Tensor whole = gathered(work, piece);
    if (whole.defined()) named.emplace_back(piece.name, whole);
  }
  return named;
}

Result<void> read_optimizer_state(const WeightFolder& folder, TrainingWork& work,
                                  const std::function<void()>& alive) {
  const at::NoGradGuard no_gradient;
  for (const Optimizer::StatePiece& piece : work.optimizer->state_pieces()) {
    if (piece.is_shared_out) {
      const at::Tensor whole = at::empty(piece.shape, piece.values.options().device(at::kCPU));
      TRY(folder.read(piece.name, whole));
      const at::Tensor values = piece.values;
      values.copy_(whole.view({-1}).narrow(0, piece.begin, values.numel()));
    } else {
      TRY(folder.read(piece.name, piece.values.view(piece.shape)));
    }
    alive();
  }
  return {};
}

}  // namespace trainyard
