// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of a tensor as a source gives them.
#pragma once

#include <ATen/ATen.h>

#include "engine/data/micro_batch.h"

namespace trainyard {

// ids (B, T) int64; row i has the key first_key + i.
inline MicroBatch rows_of(const at::Tensor& ids, std::uint64_t first_key = 0) {
  MicroBatch rows;
  rows.num_rows = ids.size(0);
  rows.length = ids.size(1);
  const at::Tensor dense = ids.contiguous();
  const auto* first = dense.const_data_ptr<std::int64_t>();
  rows.input_ids.assign(first, first + dense.numel());
  for (std::int64_t row = 0; row < rows.num_rows; ++row)
    rows.row_keys.push_back(first_key + static_cast<std::uint64_t>(row));
  return rows;
}

inline at::Tensor random_ids(std::int64_t vocabulary, at::IntArrayRef shape) {
  return at::randint(0, vocabulary, shape, at::make_generator<at::CPUGeneratorImpl>(3), at::kLong);
}

}  // namespace trainyard
