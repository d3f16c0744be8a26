#include "engine/data/row_dataset.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "engine/contract/messages.h"

namespace trainyard {

namespace {

Error row_damage(const SizedFile& file, const char* code, std::int64_t row, Map arguments = {}) {
  arguments.emplace_back("row", row);
  return prepared_damage(file.path(), make_error(code, std::move(arguments)));
}

// A row is followed by its padding, which is a document of its own.
std::vector<std::int32_t> document_ends_of(const MicroBatch& batch) {
  std::vector<std::int32_t> ends;
  for (std::int64_t row = 0; row < batch.num_rows; ++row) {
    const std::int64_t length = batch.row_lengths[static_cast<std::size_t>(row)];
    ends.push_back(static_cast<std::int32_t>(row * batch.length + length));
    if (length < batch.length) ends.push_back(static_cast<std::int32_t>((row + 1) * batch.length));
  }
  return ends;
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

Result<RowDataset> RowDataset::open(const RowFiles& files, const RowLayout& layout) {
  TRY(auto tokens, TokenFile::open(files.tokens, layout.num_tokens, layout.bytes_per_token));
  const std::int64_t num_labels =
      has_words(layout.kind) ? layout.num_tokens : layout.num_rows * layout.labels_per_row();
  TRY(auto labels, SizedFile::open(files.labels, num_labels * 8));
  RowDataset rows(std::move(tokens), std::move(labels), layout);
  if (!files.token_types.empty()) {
    TRY(rows.token_types_, SizedFile::open(files.token_types, layout.num_tokens));
  }
  TRY(rows.read_row_ends(files.row_ends));
  return rows;
}

Result<void> RowDataset::read_row_ends(const std::filesystem::path& path) {
  TRY(const auto file, SizedFile::open(path, layout_.num_rows * 8));
  row_ends_.resize(static_cast<std::size_t>(layout_.num_rows));
  TRY(file.read(0, row_ends_.data(), row_ends_.size() * 8));
  std::int64_t begin = 0;
  for (std::size_t row = 0; row < row_ends_.size(); ++row) {
    if (row_ends_[row] <= begin || row_ends_[row] > layout_.num_tokens)
      return row_damage(file, "prepared.row_end", static_cast<std::int64_t>(row));
    longest_row_ = std::max(longest_row_, row_ends_[row] - begin);
    begin = row_ends_[row];
  }
  if (begin != layout_.num_tokens)
    return row_damage(file, "prepared.row_end", layout_.num_rows - 1);
  return {};
}

Result<MicroBatch> RowDataset::rows(const std::vector<std::int64_t>& indices) const {
  MicroBatch batch;
  batch.num_rows = static_cast<std::int64_t>(indices.size());
  for (const std::int64_t index : indices) {
    batch.row_lengths.push_back(length_of(index));
    batch.length = std::max(batch.length, batch.row_lengths.back());
  }
  const auto num_tokens = static_cast<std::size_t>(batch.num_rows * batch.length);
  batch.input_ids.assign(num_tokens, layout_.padding_id);
  if (token_types_) batch.token_types.assign(num_tokens, 0);
  if (has_words(layout_.kind)) batch.labels.assign(num_tokens, kIgnoreIndex);
  batch.row_labels.resize(static_cast<std::size_t>(batch.num_rows * layout_.labels_per_row()));
  for (std::int64_t place = 0; place < batch.num_rows; ++place) {
    const std::int64_t index = indices[static_cast<std::size_t>(place)];
    TRY(read_tokens(index, place, batch));
    TRY(read_token_types(index, place, batch));
    TRY(read_token_labels(index, place, batch));
    TRY(read_row_labels(index, place, batch));
  }
  const bool is_padded = std::ranges::any_of(
      batch.row_lengths, [&](std::int64_t length) { return length < batch.length; });
  if (is_padded)
    batch.document_ends = document_ends_of(batch);
  else
    batch.row_lengths.clear();
  return batch;
}

Result<void> RowDataset::read_tokens(std::int64_t index, std::int64_t place,
                                     MicroBatch& batch) const {
  const std::span<std::int64_t> ids(batch.input_ids.data() + place * batch.length,
                                    static_cast<std::size_t>(length_of(index)));
  return tokens_.read(begin_of(index), ids, layout_.vocab_size);
}

Result<void> RowDataset::read_token_types(std::int64_t index, std::int64_t place,
                                          MicroBatch& batch) const {
  if (!token_types_) return {};
  std::vector<std::uint8_t> types(static_cast<std::size_t>(length_of(index)));
  TRY(token_types_->read(begin_of(index), types.data(), types.size()));
  for (std::size_t i = 0; i < types.size(); ++i) {
    if (types[i] >= layout_.num_token_types)
      return row_damage(*token_types_, "prepared.token_type", index,
                        {{"type", types[i]}, {"types", layout_.num_token_types}});
    batch.token_types[static_cast<std::size_t>(place * batch.length) + i] = types[i];
  }
  return {};
}

Result<void> RowDataset::read_token_labels(std::int64_t index, std::int64_t place,
                                           MicroBatch& batch) const {
  if (!has_words(layout_.kind)) return {};
  const std::span<std::int64_t> labels(batch.labels.data() + place * batch.length,
                                       static_cast<std::size_t>(length_of(index)));
  TRY(labels_.read(begin_of(index) * 8, labels.data(), labels.size_bytes()));
  const std::int64_t limit = has_labels(layout_.kind) ? layout_.num_labels : INT64_MAX;
  for (const std::int64_t label : labels)
    if (label != kIgnoreIndex && (label < 0 || label >= limit))
      return row_damage(labels_, "prepared.label", index);
  return {};
}

Result<void> RowDataset::read_row_labels(std::int64_t index, std::int64_t place,
                                         MicroBatch& batch) const {
  const std::int64_t count = layout_.labels_per_row();
  const std::span<double> labels(batch.row_labels.data() + place * count,
                                 static_cast<std::size_t>(count));
  TRY(labels_.read(index * count * 8, labels.data(), labels.size_bytes()));
  for (const double label : labels)
    if (!is_label(label, layout_)) return row_damage(labels_, "prepared.label", index);
  return {};
}

}  // namespace trainyard
