// SPDX-License-Identifier: GPL-3.0-or-later
// What ranks share out, as whole tensors: for checkpoints, which belong to no number of ranks.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/checkpoint/weights.h"
#include "engine/contract/result.h"
#include "engine/train/training_work.h"

namespace trainyard {

// All parameters under their names, in the table's order. One rank: the model's own tensors.
// Several that share them out: collective; on the first rank copies in main memory, on the others
// nothing.
NamedTensors whole_weights(const TrainingWork& work);

// The same of Optimizer::named_state().
NamedTensors whole_optimizer_state(const TrainingWork& work);

// Reads what this rank has of the optimizer's state; `alive` is called after each tensor. Errors:
// those of WeightFolder::read().
Result<void> read_optimizer_state(const WeightFolder& folder, TrainingWork& work,
                                  const std::function<void()>& alive);

}  // namespace trainyard
