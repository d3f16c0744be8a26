// SPDX-License-Identifier: GPL-3.0-or-later
// The first step: of raw files of records the columns that are used, and the rows that have a value
// in each column. Writes SPLIT.csv for each split with files, a header and a row a record, and
// SPLIT.rows, where each row ends in it (8 bytes, little endian, of bytes from the file's begin
// on).
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/contract/result.h"
#include "engine/data/row_kind.h"
#include "engine/data/text_sources.h"

namespace trainyard {

struct ColumnRules {
  std::vector<std::string> columns;         // in this order, the first is the text's
  std::optional<std::string> label_column;  // one of them: where a single label stands
  std::vector<std::string> labels;          // those that may stand there; none: any
  // What the rows are, and which of the columns hold what: the records of JSON and Parquet are read
  // as those who learn from them read them.
  RowKind rows = RowKind::unlabelled;
  std::optional<std::string> text_pair_column;
  // Whether rows where any of the file's columns has no value are left out. Otherwise the label is
  // needed and texts may be empty.
  bool drops_incomplete = false;
};

// What pandas' read_csv takes for no value: nothing at all, "NA", "null" and their like.
bool is_missing_value(std::string_view field);

// Whether it can be read and names the columns.
Result<void> check_columns(const std::filesystem::path& file, const ColumnRules& rules);

// CSV and TSV, JSON and Parquet. Of the latter two no value is what is null or not there, of JSON
// any member that another record of the file has. Errors with file and line (exit code 2): another
// ending, those of CsvRows and of for_each_record, a missing value, a label that is none of the
// known, or that CSV cannot hold as one of several; no row is left; "data.stopped".
Result<void> write_columns(const TextSources& raw, const ColumnRules& rules,
                           const std::filesystem::path& folder, const PrepareProgress& progress);

}  // namespace trainyard
