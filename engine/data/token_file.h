// SPDX-License-Identifier: GPL-3.0-or-later
// The tokens of a split on disk: ids of 2 or 4 bytes, little endian, stored consecutively without a
// header.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include "engine/contract/result.h"
#include "engine/data/dataset.h"
#include "engine/data/column_file.h"

namespace trainyard {

// Follows from the range of ids: 2 bytes if every id of the vocabulary fits.
int token_bytes(std::int64_t vocab_size);

// Can be shared by several threads. Move-only.
class TokenFile {
 public:
  // Errors: those of ColumnFile::open.
  static Result<TokenFile> open(const std::filesystem::path& folder, const PreparedFile& file,
                                int bytes_per_token);

  std::int64_t num_tokens() const { return file_.bytes() / bytes_per_token_; }

  // Reads tokens [first, first + out.size()), which must be inside the file. Errors: those of
  // ColumnFile::read, and ("data.prepared_damaged") an id that is not below `vocab_size`.
  Result<void> read(std::int64_t first, std::span<std::int64_t> out,
                    std::int64_t vocab_size = INT64_MAX) const;

 private:
  TokenFile(ColumnFile file, int bytes_per_token)
      : file_(std::move(file)), bytes_per_token_(bytes_per_token) {}
  ColumnFile file_;
  int bytes_per_token_;
};

// A split as examples of `sequence_length` tokens; the remainder at its end is dropped.
class BlockDataset final : public Dataset {
 public:
  BlockDataset(TokenFile file, std::int64_t sequence_length, std::int64_t vocab_size)
      : file_(std::move(file)), sequence_length_(sequence_length), vocab_size_(vocab_size) {}

  std::int64_t num_examples() const override { return file_.num_tokens() / sequence_length_; }
  Result<std::vector<std::int64_t>> lengths(
      const std::vector<std::int64_t>& indices) const override {
    return std::vector<std::int64_t>(indices.size(), sequence_length_);
  }
  std::int64_t longest_row() const override { return sequence_length_; }
  std::int64_t num_tokens() const override { return num_examples() * sequence_length_; }

  // Errors: also an id outside the vocabulary.
  Result<MicroBatch> rows(const std::vector<std::int64_t>& indices) const override;

 private:
  TokenFile file_;
  std::int64_t sequence_length_;
  std::int64_t vocab_size_;
};

}  // namespace trainyard
