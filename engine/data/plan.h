// SPDX-License-Identifier: GPL-3.0-or-later
// How examples become optimizer steps: counts and positions, without any data.
#pragma once

#include <cstdint>
#include <optional>

namespace trainyard {

// Where the data stands: examples of the epoch that earlier steps have consumed. Counted in
// examples, so that it means the same for any number of ranks.
struct DataPosition {
  std::int64_t epoch = 0;
  std::int64_t example = 0;
  bool operator==(const DataPosition&) const = default;
};

// A step takes the next `global_batch` examples of the epoch's order; the last step of an epoch
// takes what is left, so an epoch has ceil(num_examples / global_batch) steps, as Hugging Face
// Trainer counts them. Micro-batch m of rank r holds the examples from (m * world_size + r) *
// per_device of the step on; it may be short or empty in the last step.
struct BatchPlan {
  std::int64_t num_examples = 0;
  std::int64_t per_device = 1;
  std::int64_t accumulation = 1;
  std::int64_t world_size = 1;

  std::int64_t global_batch() const { return per_device * accumulation * world_size; }
  std::int64_t steps_per_epoch() const {
    return (num_examples + global_batch() - 1) / global_batch();
  }
  DataPosition after(DataPosition position) const;

  // Steps finished at `position` divided by the steps of an epoch: the `epoch` of metrics.
  double epochs_at(DataPosition position) const;

  // Optimizer steps from `position` to the end: ceil(num_epochs * steps_per_epoch) less those done,
  // never below 0.
  std::int64_t remaining_steps(DataPosition position, double num_epochs) const;
};

// Whether what is done every so many epochs is due after `step` steps, at `epochs`: at the end of
// whole ones; of parts of one after as many steps, rounded up, counted from the first step on.
bool is_at_epochs(double every_epochs, double epochs, std::int64_t step, std::int64_t epoch_steps);

}  // namespace trainyard
