// SPDX-License-Identifier: GPL-3.0-or-later
// A rank's share of a step, in host memory; tasks turn it into a batch.
#pragma once

#include <cstdint>
#include <vector>

namespace trainyard {

// The label of tokens that are not targets, as in torch's cross entropy.
inline constexpr std::int64_t kIgnoreIndex = -100;

// The input of one rank for one forward pass: `num_rows` sequences of `length` tokens, row by row;
// no rows if the epoch's last step had too few. Members that a kind of data does not use are empty.
struct MicroBatch {
  std::int64_t num_rows = 0;
  std::int64_t length = 0;
  std::vector<std::int64_t> input_ids;  // num_rows * length
  // num_rows * length: -100 for tokens that are not targets. Empty: each token is its own label.
  std::vector<std::int64_t> labels;
  // num_rows * length. Empty: 0 to length - 1 in each row.
  std::vector<std::int64_t> positions;
  // num_rows * length. Empty: all 0.
  std::vector<std::int64_t> token_types;
  // Where documents end among all tokens of all rows, ascending, the last at num_rows * length; a
  // row's padding is a document of its own. Tokens only see those of their own document. Empty:
  // each row is one document.
  std::vector<std::int32_t> document_ends;
  // num_rows: tokens of each row before its padding. Empty: all rows have `length` tokens.
  std::vector<std::int64_t> row_lengths;
  std::vector<double> row_labels;  // as many per row as the task learns
  // One random number per row, a function of (seed, epoch, example), whatever the ranks and the
  // batch.
  std::vector<std::uint64_t> row_keys;
  // For a single row that several were joined to: the tokens of each of them, to which `row_keys`
  // belong. Empty otherwise.
  std::vector<std::int64_t> joined_lengths;

  std::int64_t length_of(std::int64_t row) const {
    return row_lengths.empty() ? length : row_lengths[static_cast<std::size_t>(row)];
  }
};

}  // namespace trainyard
