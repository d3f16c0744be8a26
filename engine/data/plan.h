// SPDX-License-Identifier: GPL-3.0-or-later
// How examples are divided into optimizer steps: counts and positions, independent of any data.
#pragma once

#include <cstdint>
#include <optional>

namespace trainyard {

// The position in the data: examples of the epoch that earlier steps have consumed. Counted in
// examples, so that it does not depend on the number of ranks.
struct DataPosition {
  std::int64_t epoch = 0;
  std::int64_t example = 0;
  bool operator==(const DataPosition&) const = default;
};

// A step takes the next `global_batch` examples in the epoch's order; the last step of an epoch
// takes the remainder, so an epoch has ceil(num_examples / global_batch) steps, as in Hugging Face
// Trainer. Micro-batch m of rank r has the step's examples starting at (m * world_size + r) *
// per_device; in the last step it may be short or empty.
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

  // Returns the optimizer steps from `position` to the end: ceil(num_epochs * steps_per_epoch)
  // minus those done, never below 0.
  std::int64_t remaining_steps(DataPosition position, double num_epochs) const;
};

// Whether an action that is due every so many epochs is due after `step` steps, at `epochs`: at the
// end of whole epochs or, for a fraction of one, every so many steps (rounded up), counted from the
// first step.
bool is_at_epochs(double every_epochs, double epochs, std::int64_t step, std::int64_t epoch_steps);

}  // namespace trainyard
