// A split of labelled texts: rows of different lengths, each with its label or a label a token.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "engine/contract/result.h"
#include "engine/data/dataset.h"
#include "engine/data/row_kind.h"
#include "engine/data/sized_file.h"
#include "engine/data/token_file.h"

namespace trainyard {

// The files of a split, little endian, nothing else in them:
//   tokens       ids of 2 or 4 bytes, row after row
//   row_ends     where each row ends, counted in tokens: 8 bytes a row, the last is the number of
//                tokens
//   token_types  1 byte a token; absent when all are 0
//   labels       of words: int64 a token, -100 where none begins with it, else its label or,
//   without
//                labels, its number in the row; others: doubles a row, one (the class index, or the
//                number) or, of multi_label, a 0 or 1 for each label
struct RowFiles {
  std::filesystem::path tokens;
  std::filesystem::path row_ends;
  std::filesystem::path token_types;  // empty: none
  std::filesystem::path labels;
};

// What the content of these files must keep to.
struct RowLayout {
  RowKind kind = RowKind::single_label;
  std::int64_t num_rows = 0;
  std::int64_t num_tokens = 0;
  int bytes_per_token = 2;
  std::int64_t vocab_size = 0;
  std::int64_t num_labels = 0;  // names; 0 for regression
  std::int64_t num_token_types = 1;
  std::int64_t padding_id = 0;

  // Doubles a row; none of words.
  std::int64_t labels_per_row() const;
};

// Holds the row ends in memory (8 bytes a row); everything else is read with positioned reads, so
// that several threads may share one. Move-only.
class RowDataset final : public Dataset {
 public:
  // Errors: "data.prepared_damaged" (exit code 2): a file is not there, has another size, or row
  // ends that do not ascend to the number of tokens; one that could not be read (exit code 3).
  static Result<RowDataset> open(const RowFiles& files, const RowLayout& layout);

  std::int64_t num_examples() const override { return layout_.num_rows; }
  std::int64_t length_of(std::int64_t row) const override {
    return row_ends_[static_cast<std::size_t>(row)] - begin_of(row);
  }
  std::int64_t longest_row() const override { return longest_row_; }

  // Padded on the right to the longest of these rows: padding_id, token type 0, label -100.
  // row_lengths and document_ends are there when a row is padded; `labels` for words, else
  // `row_labels`. Errors: also an id, a token type or a label that cannot be (exit code 2).
  Result<MicroBatch> rows(const std::vector<std::int64_t>& indices) const override;

 private:
  RowDataset(TokenFile tokens, SizedFile labels, RowLayout layout)
      : tokens_(std::move(tokens)), labels_(std::move(labels)), layout_(layout) {}
  Result<void> read_row_ends(const std::filesystem::path& path);
  std::int64_t begin_of(std::int64_t row) const {
    return row == 0 ? 0 : row_ends_[static_cast<std::size_t>(row - 1)];
  }
  // Writes row `index` into place `place` of the batch.
  Result<void> read_tokens(std::int64_t index, std::int64_t place, MicroBatch& batch) const;
  Result<void> read_token_types(std::int64_t index, std::int64_t place, MicroBatch& batch) const;
  Result<void> read_token_labels(std::int64_t index, std::int64_t place, MicroBatch& batch) const;
  Result<void> read_row_labels(std::int64_t index, std::int64_t place, MicroBatch& batch) const;

  TokenFile tokens_;
  SizedFile labels_;
  std::optional<SizedFile> token_types_;
  RowLayout layout_;
  std::vector<std::int64_t> row_ends_;
  std::int64_t longest_row_ = 0;
};

}  // namespace trainyard
