// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/task/to_batch.h"

#include "engine/model/pinned_copy.h"

namespace trainyard {

namespace {

// (rows, length); undefined if there are no values.
at::Tensor to_rows(const std::vector<std::int64_t>& values, const MicroBatch& rows,
                   at::Device device) {
  if (values.empty()) return {};
  return to_tensor(values, device).view({rows.num_rows, rows.length});
}

// The index of the document that each token belongs to.
std::vector<std::int64_t> document_numbers(const MicroBatch& rows) {
  std::vector<std::int64_t> numbers;
  for (std::size_t i = 0; i < rows.document_ends.size(); ++i)
    numbers.resize(static_cast<std::size_t>(rows.document_ends[i]), static_cast<std::int64_t>(i));
  return numbers;
}

}  // namespace

at::Tensor to_tensor(const std::vector<std::int64_t>& values, at::Device device) {
  const at::Tensor host =
      at::from_blob(const_cast<std::int64_t*>(values.data()),
                    {static_cast<std::int64_t>(values.size())}, at::TensorOptions(at::kLong));
  return device.is_cpu() ? host.clone() : copied_to(host, device);
}

std::vector<std::int64_t> summary_positions(const MicroBatch& rows, SummaryToken summary,
                                            std::optional<std::int64_t> padding) {
  std::vector<std::int64_t> positions;
  for (std::int64_t row = 0; row < rows.num_rows; ++row) {
    const std::int64_t begin = row * rows.length;
    std::int64_t last = rows.length_of(row) - 1;
    while (last > 0 && padding &&
           rows.input_ids[static_cast<std::size_t>(begin + last)] == *padding)
      --last;
    positions.push_back(begin + (summary == SummaryToken::first ? 0 : last));
  }
  return positions;
}

namespace {

std::vector<std::int32_t> text_ends(const MicroBatch& rows) {
  if (!rows.document_ends.empty()) return rows.document_ends;
  std::vector<std::int32_t> ends;
  for (std::int64_t row = 0; row < rows.num_rows && !rows.row_lengths.empty(); ++row) {
    const std::int64_t begin = row * rows.length, text = rows.length_of(row);
    ends.push_back(static_cast<std::int32_t>(begin + text));
    if (text < rows.length) ends.push_back(static_cast<std::int32_t>(begin + rows.length));
  }
  return ends;
}

}  // namespace

Batch to_batch(const MicroBatch& rows, at::Device device) {
  Batch batch;
  batch.input_ids = to_rows(rows.input_ids, rows, device);
  batch.positions = to_rows(rows.positions, rows, device);
  batch.token_types = to_rows(rows.token_types, rows, device);
  batch.documents = to_rows(document_numbers(rows), rows, device);
  if (rows.num_rows == 1 && rows.document_ends.size() > 1) batch.document_ends = rows.document_ends;
  batch.row_keys = rows.row_keys;
  batch.joined_lengths = rows.joined_lengths;
  batch.text_ends = text_ends(rows);
  return batch;
}

}  // namespace trainyard
