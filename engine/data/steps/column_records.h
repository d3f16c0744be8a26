// SPDX-License-Identifier: GPL-3.0-or-later
// The records of JSON and Parquet as rows of CSV: what the first step reads beside CSV itself.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "engine/contract/result.h"
#include "engine/data/steps/column_step.h"
#include "engine/data/text_file.h"

namespace trainyard {

// Calls `take` with the line (of Parquet the row) of each record that is not left out, whose fields
// then stand in `fields`, in the order of the rules' columns, as CsvParser reads them back: a
// number as short as it can be read exactly, several labels separated by semicolons. Reads JSON
// twice where incomplete records are left out, since any record may name one more member. Reads the
// first `most` bytes. Errors: those of write_columns().
Result<void> for_each_column_record(const TextFile& file, const ColumnRules& rules,
                                    const std::function<Result<void>(std::int64_t line)>& take,
                                    std::vector<std::string>& fields, const TextFile::GoOn& go_on,
                                    std::uint64_t most = UINT64_MAX);

}  // namespace trainyard
