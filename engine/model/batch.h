// SPDX-License-Identifier: GPL-3.0-or-later
// What one forward sees, on the device it runs on.
#pragma once

#include <cstdint>
#include <vector>

#include <ATen/ATen.h>

namespace trainyard {

// B rows of T tokens. What is undefined is as said there.
struct Batch {
  at::Tensor input_ids;    // (B, T) int64
  at::Tensor positions;    // (B, T) int64; undefined: 0 to T - 1 in each row
  at::Tensor token_types;  // (B, T) int64; undefined: all 0
  // (B, T) int64: equal where two tokens of a row see each other; undefined: all do.
  at::Tensor documents;
  // Of one row of several documents: where each ends, the last at T. Else empty.
  std::vector<std::int32_t> document_ends;
  std::vector<std::uint64_t> row_keys;  // B; empty: no dropout

  // What the loss compares: targets (N) int64 of the flattened positions target_positions (N)
  // int64, ascending; undefined target_positions: all B*T, where -100 stands for none.
  at::Tensor targets, target_positions;
  at::Tensor row_labels;         // (B) int64, or (B, L) fp32
  std::int64_t num_targets = 0;  // known on the host, so that nothing waits for the device
};

}  // namespace trainyard
