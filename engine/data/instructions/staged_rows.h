// SPDX-License-Identifier: GPL-3.0-or-later
// Rows encoded in file order and kept on disk until they are written in a different order.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "engine/contract/result.h"
#include "engine/data/split_writer.h"

namespace trainyard {

// Temporary files in a folder. Memory: 8 bytes per row.
class StagedRows {
 public:
  // Errors: those of SplitWriter::create.
  static Result<StagedRows> create(const std::filesystem::path& folder, const std::string& name,
                                   int bytes_per_token, bool has_targets);

  // Appends ids, ends, and targets if there are any.
  Result<void> append(const EncodedRows& rows);
  // Must be called after the last append() and before read().
  Result<void> finish();

  std::int64_t num_rows() const { return std::ssize(ends_); }
  std::uint32_t length(std::int64_t row) const;

  // Appends tokens [begin, end) of a row to `rows`, with their targets, but without an end.
  Result<void> read(std::int64_t row, std::uint32_t begin, std::uint32_t end,
                    EncodedRows& rows) const;
  // Deletes the files; nothing may be read afterwards.
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
