// SPDX-License-Identifier: GPL-3.0-or-later
// Where training's rows come from, one optimizer step after another.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/contract/result.h"
#include "engine/contract/value.h"
#include "engine/data/micro_batch.h"

namespace trainyard {

struct StepBatches {
  std::vector<MicroBatch> micro_batches;  // one for each accumulation step
  // Where the source stands once the step is done: for seek() of a source over the same data,
  // whatever the number of ranks. Only the source knows what is in it.
  Map after;
  double epochs = 0;  // read from the beginning to there: the `epoch` of metrics
};

// One rank's rows. Endless: epochs follow each other. Another thread may call next() as long as
// nothing else is called.
class Source {
 public:
  virtual ~Source() = default;

  virtual Result<StepBatches> next() = 0;
  // next() goes on at `position`; false when it is not one of this kind of source.
  virtual bool seek(const Map& position) = 0;
  virtual Map position() const = 0;

  // Optimizer steps from here until `num_epochs` epochs have been read, counted from the beginning;
  // never below 0.
  virtual std::int64_t remaining_steps(double num_epochs) const = 0;
  virtual std::int64_t num_examples() const = 0;  // of an epoch
  // Of one that lies wholly ahead.
  std::int64_t steps_of_epoch() const {
    constexpr double kFar = 1e6;
    return remaining_steps(kFar + 1) - remaining_steps(kFar);
  }
};

}  // namespace trainyard
