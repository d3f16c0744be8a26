// SPDX-License-Identifier: GPL-3.0-or-later
// The second step: splits the rows of one CSV file into training, validation and test like
// scikit-learn's train_test_split (split/row_split.h).
#pragma once

#include <filesystem>

#include "engine/contract/experiment/data.h"
#include "engine/contract/result.h"
#include "engine/data/text_sources.h"

namespace trainyard {

// From train.csv and train.rows in `columns` (column_step.h) writes train.csv, validation.csv and
// test.csv if their shares (validation_split_ratio and test_split_ratio of `data`, in total below
// 1) are above 0, which at least one is, drawn with its split_seed. With both, rows are split
// twice, as in NYUTron. Errors: those of row_split.h; "data.stopped". Memory: 24 bytes per row and
// 64 MiB.
Result<void> write_split_rows(const std::filesystem::path& columns, const DataSection& data,
                              const std::filesystem::path& folder, const PrepareProgress& progress);

}  // namespace trainyard
