// SPDX-License-Identifier: GPL-3.0-or-later
// The training state besides weights and moments, so that a resumed run continues bit for bit.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/contract/result.h"
#include "engine/contract/value.h"
#include "engine/train/loss_scale.h"

namespace trainyard {

// All randomness depends only on the seed, the step and the position, so these numbers are also the
// random state.
struct TrainingState {
  std::int64_t step = 0;  // optimizer steps done
  Map position;           // of the source; empty: at its start
  double epochs = 0;      // read so far
  std::int64_t tokens = 0;
  double seconds = 0;  // training time over all attempts; does not affect results

  // Over all steps, and over those since the last logged line.
  double loss_total = 0;
  double window_loss = 0;
  std::int64_t window_steps = 0;
  std::int64_t steps_without_targets = 0;  // they have no loss and change nothing

  std::int64_t evaluated_step = -1;
  std::optional<double> best_metric;
  std::int64_t best_step = 0;
  std::int64_t evaluations_without_improvement = 0;
  bool stopped_early = false;  // early stopping has ended the training

  LossScale loss_scale;  // for fp16

  bool operator==(const TrainingState&) const = default;
};

// Records the evaluation at the state's step; true if it is the best so far. NaN never is.
bool update_best(TrainingState& state, double value, bool higher_is_better);

Map to_map(const TrainingState& state);
Result<TrainingState> training_state_from(const Map& map, const std::string& file);

}  // namespace trainyard
