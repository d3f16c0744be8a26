// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/timelines/random_truncation.h"

#include <algorithm>
#include <span>

#include "engine/data/timelines/classification_rows.h"

namespace trainyard {

namespace {

void truncate_row(std::span<std::int64_t> row, std::uint64_t key, std::int64_t padding_id) {
  const auto first = std::ranges::find_if(row, [&](std::int64_t id) { return id != padding_id; });
  const std::int64_t length = row.end() - first;
  const std::int64_t kept = truncated_length(key, length, std::ssize(row));
  std::copy_backward(first, first + kept, row.end());
  std::fill(first, row.end() - kept, padding_id);
}

}  // namespace

Result<StepBatches> RandomTruncation::next() {
  TRY(StepBatches step, whole_->next());
  for (MicroBatch& batch : step.micro_batches)
    for (std::int64_t row = 0; row < batch.num_rows; ++row)
      truncate_row(std::span(batch.input_ids)
                       .subspan(static_cast<std::size_t>(row * batch.length),
                                static_cast<std::size_t>(batch.length_of(row))),
                   batch.row_keys[static_cast<std::size_t>(row)], padding_id_);
  return step;
}

}  // namespace trainyard
