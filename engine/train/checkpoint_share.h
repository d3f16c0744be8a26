// SPDX-License-Identifier: GPL-3.0-or-later
// Which part of model and optimizer each rank writes and reads. Without ranks that share parameters
// out, the first rank has and writes all. With them, each file of weights is written by the rank
// that it falls to, for which the layers are gathered one after another, and each rank writes the
// ranges that it owns of the optimizer's state: no rank needs memory for more than what it writes
// and one layer. The weights' files do not depend on the ranks; of the optimizer's state, any
// number of ranks reads what any other has written.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "engine/checkpoint/tensor_ranges.h"
#include "engine/contract/result.h"
#include "engine/model/copy_stream.h"
#include "engine/train/session.h"
#include "engine/train/training_work.h"

namespace trainyard {

// The optimizer's state in a checkpoint: in one file, or in ranges, in files beside their index.
inline constexpr const char* optimizer_file = "training/optimizer.safetensors";
inline constexpr const char* optimizer_index = "training/optimizer.index.json";

// Whether ranks own parts of the parameters, and not all of them.
bool are_shared_out(const TrainingWork& work);

// The most that a file of weights has.
std::int64_t max_bytes_per_file(const CheckpointSection& checkpoint);

// All parameters under their names, in the table's order; those that this rank does not write are
// on the meta device (weight_files.h), as are frozen ones, which are never written. Collective
// where ranks share parameters out. Without `copies` they may be the model's own tensors.
NamedTensors weights_to_write(const Session& session, const TrainingWork& work, CopyStream* copies);

// What this rank writes of the optimizer's state where ranks share it out: what it owns, and on the
// first rank what every rank has. Without `copies` as above.
struct OptimizerShare {
  std::string file;  // in training/; empty if this rank writes none
  std::vector<TensorRange> ranges;
};
OptimizerShare optimizer_share(const TrainingWork& work, CopyStream* copies);

// The tensor, or if there are `copies` one of it in main memory.
at::Tensor copied(const at::Tensor& tensor, const TrainingWork& work, CopyStream* copies);

// The room in an arena (model/host_arena.h) for all that this rank copies from its GPU for a
// checkpoint.
std::int64_t room_for_copies(const Session& session, const TrainingWork& work);

// Reads what this rank has of the optimizer's state; `alive` is called after each tensor. Errors:
// those of TensorRanges::read().
Result<void> read_optimizer_state(TensorRanges& files, TrainingWork& work,
                                  const std::function<void()>& alive);

}  // namespace trainyard
