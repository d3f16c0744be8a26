// SPDX-License-Identifier: GPL-3.0-or-later
// Records in Parquet files: each row as a JSON-like object.
#pragma once

#include <string>
#include <vector>

#include "engine/data/json_objects.h"

namespace trainyard {

// Calls `take` for each row of `file`, with its number (from 0) as the line and these columns, or
// all of them if none is named; and `on_progress` with the share of the file's bytes that
// corresponds to the rows so far. Stops after the rows that make up about the first `most` bytes;
// returns whether those were all. Errors (exit code 2): those of ParquetReader; text that is not
// UTF-8; those of `take` and `on_progress` unchanged. Memory: some rows.
Result<bool> for_each_row(const TextFile& file, const std::vector<std::string>& columns,
                          const TakeObject& take, const TextFile::OnProgress& on_progress,
                          std::uint64_t most = UINT64_MAX);

// Returns the names of the columns. Errors: those of open_parquet_file.
Result<std::vector<std::string>> parquet_columns(const std::filesystem::path& file);

}  // namespace trainyard
