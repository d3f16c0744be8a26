// A rank's share of a step, in host memory: what a task makes a batch of.
#pragma once

#include <cstdint>
#include <vector>

namespace trainyard {

// What one rank sees in one forward: `num_rows` sequences, row after row; none when the epoch's
// last step had too few.
struct MicroBatch {
  std::int64_t num_rows = 0;
  std::int64_t length = 0;     // tokens of a row
  std::int64_t first_row = 0;  // position of its first sequence in the global batch
  std::vector<std::int64_t> input_ids;
};

}  // namespace trainyard
