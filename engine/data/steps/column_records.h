// SPDX-License-Identifier: GPL-3.0-or-later
// JSON and Parquet records as CSV rows: the input of the first step besides CSV itself.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "engine/contract/result.h"
#include "engine/data/steps/column_step.h"
#include "engine/data/text_file.h"

namespace trainyard {

// Calls `take` with the line (for Parquet the row) of each record that is kept, with its values in
// `fields`, in the order of the rules' columns and as CsvParser parses them: numbers in the
// shortest form that round-trips, several labels separated by semicolons. If incomplete records are
// dropped, JSON is read twice, since any record may have an additional member. Reads the first
// `most` bytes. Errors: those of write_columns().
Result<void> for_each_column_record(const TextFile& file, const ColumnRules& rules,
                                    const std::function<Result<void>(std::int64_t line)>& take,
                                    std::vector<std::string>& fields,
                                    const TextFile::OnProgress& on_progress,
                                    std::uint64_t most = UINT64_MAX);

}  // namespace trainyard
