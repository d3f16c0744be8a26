// SPDX-License-Identifier: GPL-3.0-or-later
// The source of training rows, one optimizer step at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/contract/result.h"
#include "engine/contract/value.h"
#include "engine/data/micro_batch.h"

namespace trainyard {

struct StepBatches {
  std::vector<MicroBatch> micro_batches;  // one per accumulation step
  // The source's position after the step, for seek() of a source over the same data, whatever the
  // number of ranks. Opaque to everyone but the source.
  Map after;
  double epochs = 0;  // read from the start to there: the `epoch` of metrics
};

// The rows of one rank. Endless: epochs follow each other. next() may be called from another thread
// as long as no other function is called.
class Source {
 public:
  virtual ~Source() = default;

  virtual Result<StepBatches> next() = 0;
  // Makes next() continue at `position`; false if it is not a position of this kind of source.
  virtual bool seek(const Map& position) = 0;
  virtual Map position() const = 0;

  // Returns the optimizer steps from here until `num_epochs` epochs have been read, counted from
  // the start; never below 0.
  virtual std::int64_t remaining_steps(double num_epochs) const = 0;
  virtual std::int64_t num_examples() const = 0;  // per epoch; 0: unknown
  // The steps of an epoch that has not been started.
  std::int64_t steps_of_epoch() const {
    constexpr double kFar = 1e6;
    return remaining_steps(kFar + 1) - remaining_steps(kFar);
  }
};

}  // namespace trainyard
