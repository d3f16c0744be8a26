// SPDX-License-Identifier: GPL-3.0-or-later
// The columns of a split being written.
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

// Rows one after the other, or of RowKind::blocks just ids.
struct EncodedRows {
  std::vector<std::uint32_t> ids;
  std::vector<std::uint8_t> token_types;   // an id
  std::vector<std::size_t> ends;           // of each row among ids
  std::vector<std::int64_t> token_labels;  // an id, of words
  std::vector<double> row_labels;          // of the others (RowLayout::labels_per_row)
  std::vector<std::uint8_t> targets;       // an id, of sequences: whether it is learned
  std::vector<std::size_t> pack_ends;      // of each pack among the rows
};

// The files are `name`.tokens and, of all but blocks, .row_ends, then .labels, .token_types,
// .targets and .pack_ends as far as there are such (row_dataset.h says what they hold).
class SplitWriter {
 public:
  struct Columns {
    RowKind rows = RowKind::blocks;
    int bytes_per_token = 2;
    bool has_token_types = false;  // they differ from 0
    bool has_targets = false;      // of sequences: not every token is learned
    bool has_packs = false;        // of sequences: a row is a part of a pack
  };
  // Errors: those of DurableFile.
  static Result<SplitWriter> create(const std::filesystem::path& folder, const std::string& name,
                                    const Columns& columns);

  Result<void> append(const EncodedRows& rows);
  // For PreparedSplit::num_cut and num_begins_twice.
  void count_cut(std::int64_t records) { split_.num_cut += records; }
  void count_begins_twice(std::int64_t texts) { split_.num_begins_twice += texts; }
  // Makes the files durable and says what they hold.
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
  std::vector<double> first_labels_;  // of the first row, or of the first word that has one
  bool has_other_labels_ = false;
};

}  // namespace trainyard
