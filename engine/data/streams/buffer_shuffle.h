// SPDX-License-Identifier: GPL-3.0-or-later
// Shuffles rows through a buffer in the order of IterableDataset.shuffle of `datasets` 5.2.0
// (iterable_dataset.py, BufferShuffledExamplesIterable); only the rows in the buffer are in memory.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "engine/contract/result.h"
#include "engine/data/random/numpy_generator.h"

namespace trainyard {

using TokenRow = std::vector<std::uint32_t>;

struct ShuffleSettings {
  std::int64_t buffer_size = 1024;  // at least 1
  std::uint64_t seed = 42;
  // As in IterableDataset.set_epoch: a different generator derived from the seed.
  std::uint64_t epoch = 0;
  // How many rows are added to the buffer before it is checked: 1 for an IterableDataset from a
  // generator, rows_of_arrow() for one backed by tables (Dataset.to_iterable_dataset with a
  // format).
  std::int64_t rows_at_once = 1;

  static std::int64_t rows_of_arrow(std::int64_t buffer_size) {
    return buffer_size < 10 ? 1 : buffer_size / 10;
  }
};

// A full buffer is permuted and returns all but half of its rows; at the end, all rows.
class BufferShuffle {
 public:
  // Returns the next row, or false after the last one.
  using Take = std::function<Result<bool>(TokenRow&)>;

  BufferShuffle(const ShuffleSettings& settings, Take take);

  // Errors: those of `take`.
  Result<bool> next(TokenRow& row);

 private:
  Result<void> fill();
  void permute(std::size_t kept);

  const ShuffleSettings settings_;
  Take take_;
  NumpyGenerator generator_;
  std::vector<TokenRow> held_;
  std::vector<TokenRow> ready_;  // in output order
  std::size_t given_ = 0;        // index in ready_
  bool is_over_ = false;
};

}  // namespace trainyard
