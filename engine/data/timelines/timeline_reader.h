// SPDX-License-Identifier: GPL-3.0-or-later
// Token timelines: a column of lists of token ids in Parquet files, which are read one after
// another, some rows at a time.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "engine/contract/result.h"
#include "engine/parquet/parquet_reader.h"

namespace trainyard {

using Timeline = std::vector<std::uint32_t>;

struct TimelineFiles {
  std::vector<std::filesystem::path> paths;
  std::string column = "tokens";
  std::int64_t vocab_size = std::int64_t{1} << 32;  // ids must be below it
  std::int64_t max_rows = INT64_MAX;                // further rows are ignored
};

class TimelineReader {
 public:
  // Errors: those of open_parquet_file and ParquetReader::start; "timelines.not_tokens" if the
  // column is not lists of integers; "timelines.no_rows".
  static Result<TimelineReader> open(TimelineFiles files);

  std::int64_t num_rows() const { return num_rows_; }

  // False after the last row. Errors: those of ParquetReader::next; "timelines.token" for an id
  // that is negative or not in the vocabulary.
  Result<bool> next(Timeline& timeline);

  // Makes next() start with the first row again.
  Result<void> rewind();

  // The file and row (within the file) of the last timeline.
  const std::filesystem::path& path() const { return files_.paths[file_]; }
  std::int64_t row() const { return rows_.first_row + used_ - 1; }

 private:
  explicit TimelineReader(TimelineFiles files) : files_(std::move(files)) {}
  Result<void> open_file(std::size_t file);
  Result<bool> read_rows();
  Error outside(std::int64_t token) const;

  TimelineFiles files_;
  std::int64_t num_rows_ = 0;
  std::size_t file_ = 0;  // the current one
  std::unique_ptr<ParquetReader> reader_;
  ParquetRows rows_;
  std::int64_t used_ = 0;  // number of rows_ already returned
  std::int64_t read_ = 0;  // since the start
};

}  // namespace trainyard
