// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/timelines/classification_rows.h"

#include <algorithm>
#include <numeric>

#include "engine/contract/messages.h"
#include "engine/data/random/numpy_generator.h"

namespace trainyard {

namespace {

constexpr std::int64_t kLabelsAtOnce = 1 << 16;
constexpr std::int64_t kMaxClasses = 1 << 16;

}  // namespace

Result<ClassificationReader> ClassificationReader::open(ClassificationSettings settings) {
  if (!(settings.fraction > 0 && settings.fraction <= 1))
    return make_error("timelines.fraction", {{"value", settings.fraction}});
  TRY(TimelineReader reader, TimelineReader::open(settings.files));
  ClassificationReader rows(std::move(settings), std::move(reader));
  TRY(rows.read_labels());
  TRY(rows.choose());
  return rows;
}

Result<void> ClassificationReader::read_labels() {
  for (const auto& path : settings_.files.paths) {
    TRY(read_labels_of(path));
  }
  return {};
}

Result<void> ClassificationReader::read_labels_of(const std::filesystem::path& path) {
  TRY(const auto reader, open_parquet_file(path));
  std::vector<std::string> columns{settings_.outcome};
  if (settings_.drop_outcome_of_24h) columns.push_back(settings_.outcome + "_24h");
  TRY(reader->start(columns, kLabelsAtOnce));
  for (const std::string& column : columns) {
    const auto field = std::ranges::find(reader->fields(), column, &ParquetField::name);
    if (field->is_list ||
        (field->kind != ParquetKind::integer && field->kind != ParquetKind::boolean))
      return make_error("timelines.not_outcome",
                        {{"path", path.string()}, {"column", column}, {"type", field->type}});
  }
  for (ParquetRows rows;;) {
    TRY(const bool is_there, reader->next(rows));
    if (!is_there) return {};
    for (std::int64_t row = 0; row < rows.num_rows; ++row) {
      if (std::ssize(labels_) == settings_.files.max_rows) return {};
      const std::int64_t label = rows.columns[0].integers[static_cast<std::size_t>(row)];
      if (label < 0 || label >= kMaxClasses)
        return make_error("timelines.label", {{"path", path.string()},
                                              {"column", settings_.outcome},
                                              {"row", rows.first_row + row},
                                              {"label", label},
                                              {"most", kMaxClasses - 1}});
      const bool is_early = settings_.drop_outcome_of_24h &&
                            rows.columns[1].integers[static_cast<std::size_t>(row)] != 0;
      labels_.push_back(static_cast<std::int32_t>(label));
      places_.push_back(is_early ? -1 : 0);
    }
  }
}

Result<void> ClassificationReader::choose() {
  std::vector<std::int64_t> kept;
  for (std::size_t row = 0; row < places_.size(); ++row)
    if (places_[row] == 0) kept.push_back(static_cast<std::int64_t>(row));
  std::vector<std::int64_t> order(kept.size());
  std::iota(order.begin(), order.end(), 0);
  if (settings_.shuffle_seed)
    order =
        NumpyGenerator(*settings_.shuffle_seed).permutation(static_cast<std::int64_t>(kept.size()));
  num_kept_ = static_cast<std::int64_t>(settings_.fraction * static_cast<double>(kept.size()));
  if (num_kept_ == 0)
    return make_error("timelines.no_rows", {{"path", settings_.files.paths.front().string()}});
  std::ranges::fill(places_, -1);
  for (std::int64_t place = 0; place < num_kept_; ++place) {
    const auto row = static_cast<std::size_t>(
        kept[static_cast<std::size_t>(order[static_cast<std::size_t>(place)])]);
    places_[row] = place;
    num_classes_ = std::max<std::int64_t>(num_classes_, labels_[row] + 1);
  }
  return {};
}

Result<bool> ClassificationReader::next(ClassificationRow& row) {
  do {
    TRY(const bool is_there, reader_.next(timeline_));
    if (!is_there) return false;
    // The file has grown since its labels were read.
    if (row_ == static_cast<std::int64_t>(places_.size()))
      return make_error("timelines.changed", {{"path", reader_.path().string()}});
  } while (places_[static_cast<std::size_t>(row_++)] < 0);
  const auto at = static_cast<std::size_t>(row_ - 1);
  const auto padding = std::ranges::find(timeline_, settings_.padding_id);
  const auto before = padding - timeline_.begin();
  row = {row_ - 1, places_[at], labels_[at], timeline_,
         before > 0 ? before : static_cast<std::int64_t>(timeline_.size())};
  return true;
}

std::int64_t truncated_length(std::uint64_t key, std::int64_t length, std::int64_t width) {
  if (length <= 1 || length == width) return length;
  const auto choices = static_cast<std::uint64_t>(length - 1);
  __extension__ using Wide = unsigned __int128;
  return 1 + static_cast<std::int64_t>(static_cast<std::uint64_t>(Wide{key} * choices >> 64));
}

void pad_left(std::span<const std::uint32_t> tokens, std::int64_t length, std::uint32_t padding_id,
              std::span<std::uint32_t> out) {
  const auto used = tokens.first(static_cast<std::size_t>(length));
  const auto padding = out.size() - used.size();
  std::fill_n(out.begin(), padding, padding_id);
  std::ranges::copy(used, out.subspan(padding).begin());
}

}  // namespace trainyard
