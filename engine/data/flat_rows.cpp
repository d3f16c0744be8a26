// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/flat_rows.h"

#include <numeric>
#include <vector>

namespace trainyard {

namespace {

using Numbers = std::vector<std::int64_t>;

// The start of each row, without its padding.
Numbers without_padding(const Numbers& values, const MicroBatch& rows) {
  Numbers kept;
  if (values.empty()) return kept;
  for (std::int64_t row = 0; row < rows.num_rows; ++row) {
    const auto begin = values.begin() + row * rows.length;
    kept.insert(kept.end(), begin, begin + rows.length_of(row));
  }
  return kept;
}

// The ends of documents, without those of padding.
std::vector<std::int32_t> flat_ends(const MicroBatch& rows) {
  std::vector<std::int32_t> ends;
  std::size_t next = 0;         // index of the next document to look at
  std::int64_t num_before = 0;  // tokens of earlier rows, without padding
  for (std::int64_t row = 0; row < rows.num_rows; ++row) {
    const std::int64_t begin = row * rows.length, last = begin + rows.length_of(row);
    for (; next < rows.document_ends.size() && rows.document_ends[next] <= begin + rows.length;
         ++next)
      if (const std::int64_t end = rows.document_ends[next]; end < last)
        ends.push_back(static_cast<std::int32_t>(num_before + end - begin));
    num_before += last - begin;
    ends.push_back(static_cast<std::int32_t>(num_before));
  }
  return ends;
}

}  // namespace

MicroBatch flattened(const MicroBatch& rows) {
  if (rows.num_rows == 0) return rows;
  MicroBatch flat;
  flat.num_rows = 1;
  flat.input_ids = without_padding(rows.input_ids, rows);
  flat.length = std::ssize(flat.input_ids);
  flat.labels = without_padding(rows.labels, rows);
  flat.token_types = without_padding(rows.token_types, rows);
  const std::vector<std::int32_t> ends = flat_ends(rows);
  if (ends.size() > 1) {
    flat.document_ends = ends;
    flat.positions.resize(flat.input_ids.size());
    std::int64_t begin = 0;
    for (const std::int64_t end : ends) {
      std::iota(flat.positions.begin() + begin, flat.positions.begin() + end, std::int64_t{0});
      begin = end;
    }
  }
  flat.row_keys = rows.row_keys;
  for (std::int64_t row = 0; row < rows.num_rows; ++row)
    flat.joined_lengths.push_back(rows.length_of(row));
  return flat;
}

Result<StepBatches> FlatRows::next() {
  TRY(StepBatches step, padded_->next());
  for (MicroBatch& rows : step.micro_batches) rows = flattened(rows);
  return step;
}

}  // namespace trainyard
