// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/checkpoint_share.h"

#include <cstdio>
#include <utility>

#include <ATen/core/grad_mode.h>

#include "engine/checkpoint/weight_files.h"

namespace trainyard {

namespace {

// By their names, shapes and types.
NamedTensors listed_weights(const TrainingWork& work) {
  NamedTensors listed;
  for (std::size_t l = 0; l < work.parameters->layers().size(); ++l) {
    const LayerParameters& layer = work.parameters->layers()[l];
    for (std::size_t i = 0; i < layer.parameters.size(); ++i) {
      const ParameterSpec& spec = work.parameters->table()[l].parameters[i];
      const at::Tensor& values =
          spec.trainable ? layer.owned.front().value : layer.parameters[i].value;
      listed.emplace_back(spec.name,
                          at::empty(spec.shape, at::dtype(values.scalar_type()).device(at::kMeta)));
    }
  }
  return listed;
}

// By the parameter's place in the table: whether this rank writes it. Adapters are one file.
std::vector<bool> written_here(const Session& session, const TrainingWork& work,
                               const NamedTensors& listed) {
  const RankInfo& ranks = work.group->ranks();
  std::vector<bool> here;
  if (session.experiment().lora.rank || !are_shared_out(work)) {
    here.assign(listed.size(), session.is_first_rank());
    return here;
  }
  const std::vector<WeightFile> files =
      weight_files(listed, max_bytes_per_file(session.experiment().checkpoint));
  for (std::size_t file = 0; file < files.size(); ++file)
    here.insert(here.end(), files[file].tensors.size(),
                rank_of_file(file, files.size(), ranks.world_size) == ranks.rank);
  return here;
}

// Collective: the values of the layer's sharded parameters, at the layout's places. Those that a
// rank owns may be in main memory.
at::Tensor gathered(const LayerParameters& layer, const TrainingWork& work) {
  if (layer.layout.sharded_end == 0) return {};
  if (!are_shared_out(work)) return layer.owned.front().value;
  const at::Tensor own = layer.owned.front().value.to(work.device);
  at::Tensor whole = at::empty({layer.layout.sharded_end}, own.options());
  work.group->start_gather(whole, own);
  work.group->finish_started();
  work.group->settle();
  return whole;
}

// Of the rank's part, or of what all ranks have.
bool is_written_here(const Optimizer::StatePiece& piece, const TrainingWork& work) {
  return piece.is_shared_out ? piece.values.numel() > 0 : work.parameters->sharding().rank == 0;
}

}  // namespace

bool are_shared_out(const TrainingWork& work) { return work.parameters->sharding().num_ranks > 1; }

std::int64_t max_bytes_per_file(const CheckpointSection& checkpoint) {
  return static_cast<std::int64_t>(checkpoint.max_shard_size * 1e9);
}

at::Tensor copied(const at::Tensor& tensor, const TrainingWork& work, CopyStream* copies) {
  if (!copies) return tensor.detach();
  return tensor.device().type() == work.device.type() ? copies->to_host(tensor)
                                                      : tensor.detach().clone();
}

std::int64_t room_for_copies(const Session& session, const TrainingWork& work) {
  if (!are_shared_out(work) && !session.is_first_rank()) return 0;
  std::int64_t room = 0;
  const auto add = [&](const at::Tensor& tensor, at::Device from) {
    if (from.type() == work.device.type())
      room += HostArena::room_for(static_cast<std::int64_t>(tensor.nbytes()));
  };
  const NamedTensors weights = listed_weights(work);
  const std::vector<bool> here = written_here(session, work, weights);
  std::size_t place = 0;
  for (std::size_t l = 0; l < work.parameters->layers().size(); ++l) {
    const LayerParameters& layer = work.parameters->layers()[l];
    for (std::size_t i = 0; i < layer.parameters.size(); ++i, ++place) {
      const ParameterSpec& spec = work.parameters->table()[l].parameters[i];
      if (!here[place] || !spec.trainable) continue;
      const OwnedPiece own = owned_piece(layer, spec, i);
      const bool is_gathered = spec.is_sharded && are_shared_out(work);
      add(weights[place].second,
          is_gathered ? work.device : layer.owned[spec.is_sharded ? 0 : own.part].value.device());
    }
  }
  if (work.group->ranks().rank < work.parameters->sharding().num_ranks)
    for (const Optimizer::StatePiece& piece : work.optimizer->state_pieces())
      if (is_written_here(piece, work)) add(piece.values, piece.values.device());
  return room;
}

NamedTensors weights_to_write(const Session& session, const TrainingWork& work,
                              CopyStream* copies) {
  NamedTensors weights = listed_weights(work);
  if (!are_shared_out(work) && !session.is_first_rank()) return weights;
  const at::NoGradGuard no_gradient;
  const std::vector<bool> here = written_here(session, work, weights);
  std::size_t place = 0;
  for (std::size_t l = 0; l < work.parameters->layers().size(); ++l) {
    const LayerParameters& layer = work.parameters->layers()[l];
    const at::Tensor whole = gathered(layer, work);
    for (std::size_t i = 0; i < layer.parameters.size(); ++i, ++place) {
      const ParameterSpec& spec = work.parameters->table()[l].parameters[i];
      if (!here[place] || !spec.trainable) continue;
      const OwnedPiece own = owned_piece(layer, spec, i);
      const at::Tensor values = spec.is_sharded
                                    ? whole.narrow(0, layer.layout.begins[i], num_elements(spec))
                                    : layer.owned[own.part].value.narrow(0, own.place, own.count);
      // A part of a gathered layer would keep all of it.
      const bool is_part = spec.is_sharded && are_shared_out(work) && !copies;
      weights[place].second = (is_part ? values.to(at::kCPU, /*non_blocking=*/false, /*copy=*/true)
                                       : copied(values, work, copies))
                                  .view(spec.shape);
    }
  }
  return weights;
}

OptimizerShare optimizer_share(const TrainingWork& work, CopyStream* copies) {
  const at::NoGradGuard no_gradient;
  const Sharding& sharding = work.parameters->sharding();
  // Where several groups of ranks each have the whole model, the first one writes it.
  if (work.group->ranks().rank >= sharding.num_ranks) return {};
  char file[96];
  std::snprintf(file, sizeof file, "optimizer-%05lld-of-%05lld.safetensors",
                static_cast<long long>(sharding.rank + 1),
                static_cast<long long>(sharding.num_ranks));
  OptimizerShare share{file, {}};
  for (const Optimizer::StatePiece& piece : work.optimizer->state_pieces()) {
    if (is_written_here(piece, work))
      share.ranges.push_back(
          {piece.name, piece.shape, piece.begin, copied(piece.values, work, copies)});
  }
  return share;
}

Result<void> read_optimizer_state(TensorRanges& files, TrainingWork& work,
                                  const std::function<void()>& alive) {
  const at::NoGradGuard no_gradient;
  for (const Optimizer::StatePiece& piece : work.optimizer->state_pieces()) {
    TRY(files.read(piece.name, piece.shape, piece.begin, piece.values));
    alive();
  }
  return {};
}

}  // namespace trainyard
