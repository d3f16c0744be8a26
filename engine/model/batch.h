// SPDX-License-Identifier: GPL-3.0-or-later
// The input of one forward pass, on the device it runs on.
#pragma once

#include <cstdint>
#include <vector>

#include <ATen/ATen.h>

namespace trainyard {

// B rows of T tokens. Tensors may be undefined where their comment says what that means.
struct Batch {
  at::Tensor input_ids;    // (B, T) int64
  at::Tensor positions;    // (B, T) int64; undefined: 0 to T - 1 in each row
  at::Tensor token_types;  // (B, T) int64; undefined: all 0
  // (B, T) int64: equal for two tokens of a row that see each other; undefined: all do.
  at::Tensor documents;
  // For a single row of several documents: where each ends, the last at T. Empty otherwise.
  std::vector<std::int32_t> document_ends;
  std::vector<std::uint64_t> row_keys;  // B; empty: no dropout

  // What the loss is computed from: targets (N) int64 of the flattened positions target_positions
  // (N) int64, ascending. If target_positions is undefined: all B*T, where -100 means none.
  at::Tensor targets, target_positions;
  at::Tensor row_labels;         // (B) int64, or (B, L) fp32
  std::int64_t num_targets = 0;  // known on the host, so nothing has to wait for the device
};

}  // namespace trainyard
