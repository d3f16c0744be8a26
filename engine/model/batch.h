// What one forward sees.
#pragma once

#include <cstdint>

#include <ATen/ATen.h>

namespace trainyard {

struct Batch {
  at::Tensor input_ids;  // (B, T) int64
  at::Tensor labels;     // (B, T) int64; -100 where a token is no target. Not shifted: labels[t] is
                         // input_ids[t].
  std::int64_t num_targets = 0;  // known on the host, so that nothing waits for the device
};

}  // namespace trainyard
