// SPDX-License-Identifier: GPL-3.0-or-later
// A split of rows of different lengths: labelled texts, with a label each or a label per token; or
// sequences for language modelling, several of which may be packed into one example.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "engine/contract/result.h"
#include "engine/data/column_file.h"
#include "engine/data/dataset.h"
#include "engine/contract/results/row_kind.h"
#include "engine/data/token_file.h"

namespace trainyard {

// The files of a split, little endian, without headers:
//   tokens       ids of 2 or 4 bytes, row by row
//   row_ends     where each row ends, counted in tokens: 8 bytes per row, the last is the number of
//                tokens
//   token_types  1 byte per token; absent if all are 0
//   labels       for words: int64 per token, -100 unless a word starts with it, else its label or,
//                without labels, its number in the row; otherwise: doubles per row, one (the class
//                index, or the number) or, for multi_label, a 0 or 1 for each label. Sequences
//                have none
//   targets      for sequences: 1 byte per token, 1 if it is learned; absent if all are
//   pack_ends    for sequences: where each pack of rows ends, counted in rows: 8 bytes per pack;
//                absent if each row is an example by itself
struct RowFiles {
  PreparedFile tokens;
  PreparedFile row_ends;
  PreparedFile token_types;
  PreparedFile labels;
  PreparedFile targets;
  PreparedFile pack_ends;
};

// The constraints on the content of these files.
struct RowLayout {
  RowKind kind = RowKind::single_label;
  std::int64_t num_rows = 0;
  std::int64_t num_tokens = 0;
  std::int64_t longest_row = 0;  // 0 in older folders: it is computed
  std::int64_t num_packs = 0, longest_pack = 0;
  int bytes_per_token = 2;
  std::int64_t vocab_size = 0;
  std::int64_t num_labels = 0;  // number of names; 0 for regression
  std::int64_t num_token_types = 1;
  std::int64_t padding_id = 0;

  // The number of doubles per row; none for words.
  std::int64_t labels_per_row() const;
};

// Everything is read on demand with positioned reads, so that several threads can share it and
// reading a row takes the same time whatever their number. Move-only.
class RowDataset final : public Dataset {
 public:
  // Errors: "data.prepared_damaged" (exit code 2): a file is missing or has a different size; read
  // errors (exit code 3).
  static Result<RowDataset> open(const std::filesystem::path& folder, const RowFiles& files,
                                 const RowLayout& layout);

  std::int64_t num_examples() const override {
    return pack_ends_ ? layout_.num_packs : layout_.num_rows;
  }
  Result<std::vector<std::int64_t>> lengths(
      const std::vector<std::int64_t>& indices) const override;
  std::int64_t longest_row() const override {
    return pack_ends_ ? layout_.longest_pack : layout_.longest_row;
  }
  std::int64_t num_tokens() const override { return layout_.num_tokens; }

  // Padded on the right to the longest of these examples: padding_id, token type 0, label -100.
  // row_lengths and document_ends are set if any row is padded; `labels` for words and sequences
  // with targets, else `row_labels`. Each row of a pack is a document with positions starting at 0.
  // Errors: also an invalid row end, id, token type or label (exit code 2).
  Result<MicroBatch> rows(const std::vector<std::int64_t>& indices) const override;

 private:
  // The position of a row among the tokens, the example it belongs to (as an index in the batch),
  // and its offset in that example.
  struct Row {
    std::int64_t index, begin, length, example, offset;
  };

  RowDataset(TokenFile tokens, ColumnFile row_ends, RowLayout layout)
      : tokens_(std::move(tokens)), row_ends_(std::move(row_ends)), layout_(layout) {}
  Result<void> find_longest_row();
  // Returns the ends of rows [first, first + count), preceded by that of the row before them, after
  // checking them.
  Result<std::vector<std::int64_t>> ends(std::int64_t first, std::int64_t count) const;
  // Returns the rows of the example, which is number `example` in the batch.
  Result<std::vector<Row>> rows_of(std::int64_t index, std::int64_t example) const;
  static void set_documents(const std::vector<Row>& rows, MicroBatch& batch);
  Result<void> read_tokens(const Row& row, MicroBatch& batch) const;
  Result<void> read_token_types(const Row& row, MicroBatch& batch) const;
  Result<void> read_token_labels(const Row& row, MicroBatch& batch) const;
  Result<void> read_targets(const Row& row, MicroBatch& batch) const;
  Result<void> read_row_labels(const Row& row, MicroBatch& batch) const;

  TokenFile tokens_;
  ColumnFile row_ends_;
  std::optional<ColumnFile> labels_, token_types_, targets_, pack_ends_;
  RowLayout layout_;
};

}  // namespace trainyard
