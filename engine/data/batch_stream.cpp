// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/batch_stream.h"

namespace trainyard {

namespace {

constexpr std::size_t batch_queue_limit = 4;  // in steps

// A source is endless, so this ends with an error only.
Result<void> read_steps(Source& source, ReadAhead<StepBatches>& steps) {
  for (;;) {
    TRY(auto step, source.next());
    TRY(steps.put(std::move(step)));
  }
}

}  // namespace

BatchStream::BatchStream(Source& source)
    : steps_(batch_queue_limit, [&source](auto& steps) { return read_steps(source, steps); }) {}

Result<StepBatches> BatchStream::next() {
  TRY(auto step, steps_.next());
  return *std::move(step);
}

}  // namespace trainyard
