// SPDX-License-Identifier: GPL-3.0-or-later
// The first step: extracts from raw record files the columns that are used, and the rows that have
// a value in each column. Writes for each split with files SPLIT.csv, a header and one line per
// record, and SPLIT.rows, where each row ends in it (8 bytes, little endian, offsets from the start
// of the file).
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/contract/result.h"
#include "engine/contract/results/row_kind.h"
#include "engine/data/text_sources.h"

namespace trainyard {

struct ColumnRules {
  std::vector<std::string> columns;         // in this order; the first is the text
  std::optional<std::string> label_column;  // one of them: the column of a single label
  std::vector<std::string> labels;          // allowed labels; empty: any
  // The kind of rows, and what the columns contain: JSON and Parquet records are read as they are
  // for training on them.
  RowKind rows = RowKind::unlabelled;
  std::optional<std::string> text_pair_column;
  // Whether rows with a missing value in any of the file's columns are dropped. Otherwise the label
  // is required and texts may be empty.
  bool drops_incomplete = false;
};

// Whether pandas' read_csv treats it as missing: the empty string, "NA", "null" etc.
bool is_missing_value(std::string_view field);

// Checks that the file can be read and has the columns.
Result<void> check_columns(const std::filesystem::path& file, const ColumnRules& rules);

// Reads CSV and TSV, JSON and Parquet. In the latter two, values that are null or absent are
// missing; in JSON, that includes any member that another record of the file has. Errors with file
// and line (exit code 2): an unknown extension, those of CsvRows and of for_each_record, a missing
// value, a label that is unknown or cannot be written to CSV as one of several; no rows are left;
// "data.stopped".
Result<void> write_columns(const TextSources& raw, const ColumnRules& rules,
                           const std::filesystem::path& folder, const PrepareProgress& progress);

}  // namespace trainyard
