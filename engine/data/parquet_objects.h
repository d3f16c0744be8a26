// SPDX-License-Identifier: GPL-3.0-or-later
// Records in files of Parquet: a row an object, as JSON would have it.
#pragma once

#include <string>
#include <vector>

#include "engine/data/json_objects.h"

namespace trainyard {

// Calls `take` for each row of `file`, whose number (from 0) stands for the line, with these
// columns, or all of them when none is named; and `go_on` with the share of the file's bytes that
// the rows so far are. Ends with the rows that are about the first `most` bytes; whether that was
// all. Errors (exit code 2): those of ParquetReader; a text that is not UTF-8; those of `take` and
// `go_on` as they are. Memory: some rows.
Result<bool> for_each_row(const TextFile& file, const std::vector<std::string>& columns,
                          const TakeObject& take, const TextFile::GoOn& go_on,
                          std::uint64_t most = UINT64_MAX);

// The names of the columns. Errors: those of open_parquet_file.
Result<std::vector<std::string>> parquet_columns(const std::filesystem::path& file);

}  // namespace trainyard
