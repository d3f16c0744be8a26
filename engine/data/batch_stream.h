// SPDX-License-Identifier: GPL-3.0-or-later
// A background thread that reads ahead from a source.
#pragma once

#include "engine/data/read_ahead.h"
#include "engine/data/source.h"

namespace trainyard {

// The source must outlive the stream and belongs to it until then. next() blocks; an error ends the
// stream, and so does an exception in the reading thread (out of memory), which next() rethrows.
class BatchStream {
 public:
  explicit BatchStream(Source& source);

  Result<StepBatches> next();

 private:
  ReadAhead<StepBatches> steps_;
};

}  // namespace trainyard
