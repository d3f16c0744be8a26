// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the columns of a split.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/contract/result.h"
#include "engine/data/column_writer.h"
#include "engine/data/prepared.h"

namespace trainyard {

// Concatenated rows or, for RowKind::blocks, just ids.
struct EncodedRows {
  std::vector<std::uint32_t> ids;
  std::vector<std::uint8_t> token_types;   // one per id
  std::vector<std::size_t> ends;           // of each row, among ids
  std::vector<std::int64_t> token_labels;  // one per id, for words
  std::vector<double> row_labels;          // for other kinds (RowLayout::labels_per_row)
  std::vector<std::uint8_t> targets;       // one per id, for sequences: whether it is learned
  std::vector<std::size_t> pack_ends;      // of each pack, among the rows
};

// The files are `name`.tokens and, except for blocks, .row_ends, then .labels, .token_types,
// .targets and .pack_ends if there are any (row_dataset.h describes their content).
class SplitWriter {
 public:
  struct Columns {
    RowKind rows = RowKind::blocks;
    int bytes_per_token = 2;
    bool has_token_types = false;  // they are not all 0
    bool has_targets = false;      // for sequences: not every token is learned
    bool has_packs = false;        // for sequences: rows are parts of packs
  };
  // Errors: those of DurableFile.
  static Result<SplitWriter> create(const std::filesystem::path& folder, const std::string& name,
                                    const Columns& columns);

  Result<void> append(const EncodedRows& rows);
  // For PreparedSplit::num_cut and num_begins_twice.
  void count_cut(std::int64_t records) { split_.num_cut += records; }
  void count_begins_twice(std::int64_t texts) { split_.num_begins_twice += texts; }
  // Makes the files durable and returns their description.
  Result<PreparedSplit> finish();

 private:
  SplitWriter(const Columns& columns, ColumnWriter tokens)
      : columns_(columns), tokens_(std::move(tokens)) {}
  Result<void> append_row_ends(const EncodedRows& rows);
  Result<void> append_pack_ends(const EncodedRows& rows);

  void count_unlearned(const EncodedRows& rows);
  void compare_labels(const EncodedRows& rows);

  Columns columns_;
  ColumnWriter tokens_;
  std::optional<ColumnWriter> row_ends_, token_types_, labels_, targets_, pack_ends_;
  PreparedSplit split_;
  std::vector<double> first_labels_;  // of the first row, or of the first word with a label
  bool has_other_labels_ = false;
};

}  // namespace trainyard
