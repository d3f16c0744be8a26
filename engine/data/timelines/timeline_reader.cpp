// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/timelines/timeline_reader.h"

#include <algorithm>

#include "engine/contract/messages.h"

namespace trainyard {

namespace {

// Bounds memory: a row has up to some ten thousand ids of 8 bytes.
constexpr std::int64_t kRowsAtOnce = 256;

}  // namespace

Result<TimelineReader> TimelineReader::open(TimelineFiles files) {
  TimelineReader timelines(std::move(files));
  for (std::size_t file = 0; file < timelines.files_.paths.size(); ++file) {
    TRY(timelines.open_file(file));
    timelines.num_rows_ += timelines.reader_->num_rows();
  }
  timelines.num_rows_ = std::min(timelines.num_rows_, timelines.files_.max_rows);
  if (timelines.num_rows_ == 0)
    return make_error(
        "timelines.no_rows",
        {{"path", timelines.files_.paths.empty() ? std::string()
                                                 : timelines.files_.paths.front().string()}});
  TRY(timelines.rewind());
  return timelines;
}

Result<void> TimelineReader::open_file(std::size_t file) {
  file_ = file;
  rows_.num_rows = used_ = 0;
  TRY(reader_, open_parquet_file(path()));
  TRY(reader_->start({files_.column}, kRowsAtOnce));
  const auto field = std::ranges::find(reader_->fields(), files_.column, &ParquetField::name);
  if (!field->is_list || field->kind != ParquetKind::integer)
    return make_error(
        "timelines.not_tokens",
        {{"path", path().string()}, {"column", files_.column}, {"type", field->type}});
  return {};
}

Result<void> TimelineReader::rewind() {
  read_ = 0;
  return open_file(0);
}

Result<bool> TimelineReader::read_rows() {
  for (;;) {
    used_ = 0;
    TRY(const bool is_there, reader_->next(rows_));
    if (is_there) return true;
    rows_.num_rows = 0;
    if (file_ + 1 == files_.paths.size()) return false;
    TRY(open_file(file_ + 1));
  }
}

Error TimelineReader::outside(std::int64_t token) const {
  return make_error("timelines.token", {{"path", path().string()},
                                        {"column", files_.column},
                                        {"row", row()},
                                        {"token", token},
                                        {"last", files_.vocab_size - 1}});
}

Result<bool> TimelineReader::next(Timeline& timeline) {
  if (read_ == files_.max_rows) return false;
  if (used_ == rows_.num_rows) {
    TRY(const bool is_there, read_rows());
    if (!is_there) return false;
  }
  const ParquetCells& cells = rows_.columns.front();
  const auto begin = static_cast<std::size_t>(cells.offsets[static_cast<std::size_t>(used_)]);
  const auto end = static_cast<std::size_t>(cells.offsets[static_cast<std::size_t>(used_) + 1]);
  ++used_;
  ++read_;
  timeline.resize(end - begin);
  const auto limit = static_cast<std::uint64_t>(files_.vocab_size);
  bool fits = true;
  for (std::size_t i = begin; i < end; ++i) {
    fits &= static_cast<std::uint64_t>(cells.integers[i]) < limit;
    timeline[i - begin] = static_cast<std::uint32_t>(cells.integers[i]);
  }
  if (fits) return true;
  const auto first = cells.integers.begin();
  return outside(*std::find_if(
      first + static_cast<std::ptrdiff_t>(begin), first + static_cast<std::ptrdiff_t>(end),
      [&](std::int64_t token) { return static_cast<std::uint64_t>(token) >= limit; }));
}

}  // namespace trainyard
