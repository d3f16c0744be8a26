// SPDX-License-Identifier: GPL-3.0-or-later
// Rows that were encoded in the order of their files and wait on the disk to be put into another.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "engine/contract/result.h"
#include "engine/data/split_writer.h"

namespace trainyard {

// Files in a folder that are removed in the end. Memory: 8 bytes a row.
class StagedRows {
 public:
  // Errors: those of SplitWriter::create.
  static Result<StagedRows> create(const std::filesystem::path& folder, const std::string& name,
                                   int bytes_per_token, bool has_targets);

  // ids, ends, and targets where there are such.
  Result<void> append(const EncodedRows& rows);
  // Nothing is appended any more; rows may be read.
  Result<void> finish();

  std::int64_t num_rows() const { return std::ssize(ends_); }
  std::uint32_t length(std::int64_t row) const;

  // Appends tokens [begin, end) of a row to `rows`, with their targets, without an end.
  Result<void> read(std::int64_t row, std::uint32_t begin, std::uint32_t end,
                    EncodedRows& rows) const;
  // Once nothing is read any more.
  void remove() const;

 private:
  StagedRows(std::filesystem::path folder, SplitWriter writer, int bytes_per_token)
      : folder_(std::move(folder)), writer_(std::move(writer)), bytes_per_token_(bytes_per_token) {}

  std::filesystem::path folder_;
  SplitWriter writer_;
  int bytes_per_token_;
  PreparedSplit split_;
  std::optional<TokenFile> tokens_;
  std::optional<ColumnFile> targets_;
  std::vector<std::uint64_t> ends_;
};

}  // namespace trainyard
