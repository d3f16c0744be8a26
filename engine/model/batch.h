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
  std::vector<std::uint64_t> row_keys;  // B, or those of joined_lengths; empty: no dropout
  // For a single row that several were joined to: the tokens of each. Empty otherwise.
  std::vector<std::int64_t> joined_lengths;
  // Where texts end among all B*T tokens, padding being a text of its own; empty: each row is one.
  std::vector<std::int32_t> text_ends;

  // What the loss is computed from: targets (N) int64 of the flattened positions target_positions
  // (N) int64, ascending. If target_positions is undefined: all B*T, where -100 means none.
  at::Tensor targets, target_positions;
  at::Tensor row_labels;         // (B) int64, or (B, L) fp32
  std::int64_t num_targets = 0;  // known on the host, so nothing has to wait for the device
};

// Some tokens of a batch whose random numbers follow from one key and from the place among them.
struct KeyedTokens {
  std::uint64_t key = 0;
  std::int64_t first = 0, count = 0;  // among all B*T tokens
};

// All tokens of a batch of these sizes by their keys, in order. `batch` has keys.
std::vector<KeyedTokens> keyed_tokens(const Batch& batch, std::int64_t rows, std::int64_t length);

}  // namespace trainyard
