// SPDX-License-Identifier: GPL-3.0-or-later
// The second step: the rows of one CSV file, drawn into training, validation and test as
// scikit-learn's train_test_split draws them (split/row_split.h).
#pragma once

#include <cstdint>
#include <filesystem>

#include "engine/contract/result.h"
#include "engine/data/text_sources.h"

namespace trainyard {

struct SplitRules {
  double validation_ratio = 0.1;
  double test_ratio = 0;  // one of both is above 0; together below 1
  std::uint32_t seed = 42;
};

// Of train.csv and train.rows in `columns` (column_step.h) writes train.csv, validation.csv and
// test.csv, as far as their shares are above 0. With both, rows are drawn twice, as NYUTron does.
// Errors: those of row_split.h; "data.stopped". Memory: 24 bytes a row and 64 MiB.
Result<void> write_split_rows(const std::filesystem::path& columns, const SplitRules& rules,
                              const std::filesystem::path& folder, const PrepareProgress& progress);

}  // namespace trainyard
