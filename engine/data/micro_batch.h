// SPDX-License-Identifier: GPL-3.0-or-later
// A rank's share of a step, in host memory: what a task makes a batch of.
#pragma once

#include <cstdint>
#include <vector>

namespace trainyard {

// The label of what is no target, as torch's cross entropy has it.
inline constexpr std::int64_t kIgnoreIndex = -100;

// What one rank sees in one forward: `num_rows` sequences of `length` tokens, row after row; none
// when the epoch's last step had too few. What a kind of data does not have stays empty.
struct MicroBatch {
  std::int64_t num_rows = 0;
  std::int64_t length = 0;
  std::vector<std::int64_t> input_ids;  // num_rows * length
  // num_rows * length: -100 where a token is no target. Empty: each token is its own label.
  std::vector<std::int64_t> labels;
  // num_rows * length. Empty: 0 to length - 1 in each row.
  std::vector<std::int64_t> positions;
  // num_rows * length. Empty: all 0.
  std::vector<std::int64_t> token_types;
  // Where documents end among all tokens of all rows, ascending, the last at num_rows * length; a
  // row's padding is a document of its own. Tokens see those of their document only. Empty: each
  // row is one document.
  std::vector<std::int32_t> document_ends;
  // num_rows: tokens of each row before its padding. Empty: each row has `length`.
  std::vector<std::int64_t> row_lengths;
  std::vector<double> row_labels;  // as many a row as the task learns
  // A random number a row, whatever the ranks and the batch it is in: of (seed, epoch, example).
  std::vector<std::uint64_t> row_keys;

  std::int64_t length_of(std::int64_t row) const {
    return row_lengths.empty() ? length : row_lengths[static_cast<std::size_t>(row)];
  }
};

}  // namespace trainyard
