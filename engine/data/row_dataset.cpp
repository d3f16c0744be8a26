// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/row_dataset.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

#include "engine/contract/messages.h"

namespace trainyard {

namespace {

Error row_damage(const ColumnFile& file, const char* code, std::int64_t row, Map arguments = {}) {
  arguments.emplace_back("row", row);
  return prepared_damage(file.path(), make_error(code, std::move(arguments)));
}

bool is_label(double value, const RowLayout& layout) {
  if (layout.kind == RowKind::regression) return std::isfinite(value);
  const auto limit = layout.kind == RowKind::multi_label ? 2 : layout.num_labels;
  return value >= 0 && value < static_cast<double>(limit) && std::floor(value) == value;
}

}  // namespace

std::int64_t RowLayout::labels_per_row() const {
  if (has_words(kind) || !has_labels(kind)) return 0;
  return kind == RowKind::multi_label ? num_labels : 1;
}

Result<RowDataset> RowDataset::open(const std::filesystem::path& folder, const RowFiles& files,
                                    const RowLayout& layout) {
  const auto column = [&](PreparedFile file, std::int64_t bytes) {
    file.bytes = bytes;
    return ColumnFile::open(folder, file);
  };
  TRY(auto tokens, TokenFile::open(folder, files.tokens, layout.bytes_per_token));
  TRY(auto row_ends, column(files.row_ends, layout.num_rows * 8));
  RowDataset rows(std::move(tokens), std::move(row_ends), layout);
  if (layout.kind != RowKind::sequences) {
    const std::int64_t num_labels =
        has_words(layout.kind) ? layout.num_tokens : layout.num_rows * layout.labels_per_row();
    TRY(rows.labels_, column(files.labels, num_labels * 8));
  }
  if (files.token_types.exists()) {
    TRY(rows.token_types_, column(files.token_types, layout.num_tokens));
  }
  if (files.targets.exists()) {
    TRY(rows.targets_, column(files.targets, layout.num_tokens));
  }
  if (files.pack_ends.exists()) {
    TRY(rows.pack_ends_, column(files.pack_ends, layout.num_packs * 8));
  }
  if (layout.longest_row == 0) {
    TRY(rows.find_longest_row());
  }
  return rows;
}

Result<void> RowDataset::find_longest_row() {
  constexpr std::int64_t kAtOnce = 1 << 16;
  layout_.longest_row = layout_.num_tokens;  // the limit that ends() checks against
  std::int64_t longest = 0;
  for (std::int64_t first = 0; first < layout_.num_rows; first += kAtOnce) {
    TRY(const auto some, ends(first, std::min(kAtOnce, layout_.num_rows - first)));
    for (std::size_t i = 1; i < some.size(); ++i)
      longest = std::max(longest, some[i] - some[i - 1]);
  }
  layout_.longest_row = longest;
  return {};
}

Result<std::vector<std::int64_t>> RowDataset::ends(std::int64_t first, std::int64_t count) const {
  std::vector<std::int64_t> found(static_cast<std::size_t>(count) + 1);
  const std::int64_t before = first > 0 ? 1 : 0;
  TRY(row_ends_.read((first - before) * 8, found.data() + 1 - before,
                     static_cast<std::size_t>(count + before) * 8));
  const bool is_last = first + count == layout_.num_rows;
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t begin = found[static_cast<std::size_t>(i)],
                       end = found[static_cast<std::size_t>(i + 1)];
    const bool can_be = begin >= 0 && end > begin && end <= layout_.num_tokens &&
                        end - begin <= layout_.longest_row;
    if (!can_be || (is_last && i == count - 1 && end != layout_.num_tokens))
      return row_damage(row_ends_, "prepared.row_end", first + i);
  }
  return found;
}

Result<std::vector<RowDataset::Row>> RowDataset::rows_of(std::int64_t index,
                                                         std::int64_t example) const {
  std::int64_t first = index, count = 1;
  if (pack_ends_) {
    std::int64_t of_pack[2] = {0, 0};
    const std::int64_t before = index > 0 ? 1 : 0;
    TRY(pack_ends_->read((index - before) * 8, of_pack + 1 - before,
                         static_cast<std::size_t>(1 + before) * 8));
    first = of_pack[0];
    count = of_pack[1] - first;
    if (first < 0 || count < 1 || of_pack[1] > layout_.num_rows || count > layout_.longest_pack)
      return row_damage(*pack_ends_, "prepared.row_end", index);
  }
  TRY(const auto of_rows, ends(first, count));
  std::vector<Row> rows;
  for (std::size_t i = 0; i + 1 < of_rows.size(); ++i)
    rows.push_back({first + static_cast<std::int64_t>(i), of_rows[i], of_rows[i + 1] - of_rows[i],
                    example, of_rows[i] - of_rows.front()});
  if (pack_ends_ && of_rows.back() - of_rows.front() > layout_.longest_pack)
    return row_damage(*pack_ends_, "prepared.row_end", index);
  return rows;
}

Result<std::vector<std::int64_t>> RowDataset::lengths(
    const std::vector<std::int64_t>& indices) const {
  std::vector<std::int64_t> found;
  for (const std::int64_t index : indices) {
    TRY(const auto rows, rows_of(index, 0));
    found.push_back(rows.back().offset + rows.back().length);
  }
  return found;
}

Result<MicroBatch> RowDataset::rows(const std::vector<std::int64_t>& indices) const {
  MicroBatch batch;
  batch.num_rows = std::ssize(indices);
  std::vector<Row> rows;
  for (const std::int64_t index : indices) {
    TRY(const auto of_example, rows_of(index, std::ssize(batch.row_lengths)));
    rows.insert(rows.end(), of_example.begin(), of_example.end());
    batch.row_lengths.push_back(rows.back().offset + rows.back().length);
    batch.length = std::max(batch.length, batch.row_lengths.back());
  }
  const auto num_tokens = static_cast<std::size_t>(batch.num_rows * batch.length);
  batch.input_ids.assign(num_tokens, layout_.padding_id);
  if (token_types_) batch.token_types.assign(num_tokens, 0);
  if (has_words(layout_.kind) || targets_) batch.labels.assign(num_tokens, kIgnoreIndex);
  batch.row_labels.resize(static_cast<std::size_t>(batch.num_rows * layout_.labels_per_row()));
  for (const Row& row : rows) {
    TRY(read_tokens(row, batch));
    TRY(read_token_types(row, batch));
    TRY(read_token_labels(row, batch));
    TRY(read_targets(row, batch));
    TRY(read_row_labels(row, batch));
  }
  set_documents(rows, batch);
  return batch;
}

// A row is followed by its padding, which is a separate document.
void RowDataset::set_documents(const std::vector<Row>& rows, MicroBatch& batch) {
  const bool is_packed = std::ssize(rows) > batch.num_rows;
  const bool is_padded = std::ranges::any_of(
      batch.row_lengths, [&](std::int64_t length) { return length < batch.length; });
  if (!is_padded) batch.row_lengths.clear();
  if (!is_packed && !is_padded) return;
  if (is_packed) batch.positions.assign(batch.input_ids.size(), 0);
  for (const Row& row : rows) {
    const std::int64_t begin = row.example * batch.length, end = row.offset + row.length;
    if (is_packed)
      std::iota(batch.positions.begin() + begin + row.offset, batch.positions.begin() + begin + end,
                std::int64_t{0});
    batch.document_ends.push_back(static_cast<std::int32_t>(begin + end));
    if (end == batch.length_of(row.example) && end < batch.length)
      batch.document_ends.push_back(static_cast<std::int32_t>(begin + batch.length));
  }
}

Result<void> RowDataset::read_tokens(const Row& row, MicroBatch& batch) const {
  const std::span<std::int64_t> ids(
      batch.input_ids.data() + row.example * batch.length + row.offset,
      static_cast<std::size_t>(row.length));
  return tokens_.read(row.begin, ids, layout_.vocab_size);
}

Result<void> RowDataset::read_token_types(const Row& row, MicroBatch& batch) const {
  if (!token_types_) return {};
  std::vector<std::uint8_t> types(static_cast<std::size_t>(row.length));
  TRY(token_types_->read(row.begin, types.data(), types.size()));
  for (std::size_t i = 0; i < types.size(); ++i) {
    if (types[i] >= layout_.num_token_types)
      return row_damage(*token_types_, "prepared.token_type", row.index,
                        {{"type", types[i]}, {"types", layout_.num_token_types}});
    batch.token_types[static_cast<std::size_t>(row.example * batch.length + row.offset) + i] =
        types[i];
  }
  return {};
}

Result<void> RowDataset::read_token_labels(const Row& row, MicroBatch& batch) const {
  if (!has_words(layout_.kind)) return {};
  const std::span<std::int64_t> labels(
      batch.labels.data() + row.example * batch.length + row.offset,
      static_cast<std::size_t>(row.length));
  TRY(labels_->read(row.begin * 8, labels.data(), labels.size_bytes()));
  const std::int64_t limit = has_labels(layout_.kind) ? layout_.num_labels : INT64_MAX;
  for (const std::int64_t label : labels)
    if (label != kIgnoreIndex && (label < 0 || label >= limit))
      return row_damage(*labels_, "prepared.label", row.index);
  return {};
}

// The label of a learned token is the token itself.
Result<void> RowDataset::read_targets(const Row& row, MicroBatch& batch) const {
  if (!targets_) return {};
  std::vector<std::uint8_t> targets(static_cast<std::size_t>(row.length));
  TRY(targets_->read(row.begin, targets.data(), targets.size()));
  const auto first = static_cast<std::size_t>(row.example * batch.length + row.offset);
  for (std::size_t i = 0; i < targets.size(); ++i)
    if (targets[i] != 0) batch.labels[first + i] = batch.input_ids[first + i];
  return {};
}

Result<void> RowDataset::read_row_labels(const Row& row, MicroBatch& batch) const {
  if (layout_.labels_per_row() == 0) return {};
  const std::int64_t count = layout_.labels_per_row();
  const std::span<double> labels(batch.row_labels.data() + row.example * count,
                                 static_cast<std::size_t>(count));
  TRY(labels_->read(row.index * count * 8, labels.data(), labels.size_bytes()));
  for (const double label : labels)
    if (!is_label(label, layout_)) return row_damage(*labels_, "prepared.label", row.index);
  return {};
}

}  // namespace trainyard
