// SPDX-License-Identifier: GPL-3.0-or-later
// Which rows are learned from and which are tested on: those that scikit-learn's train_test_split
// (shuffle=True, random_state=seed) takes, in its order.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/contract/result.h"

namespace trainyard {

// Ratios of all rows, between 0 and 1 and without them. One that is absent is the rest; both
// absent: a quarter is tested on. Together not above 1; what neither takes is left out.
struct SplitRatios {
  std::optional<double> train;
  std::optional<double> test;
};

// Numbers of rows from 0 on.
struct TrainTestRows {
  std::vector<std::int64_t> train;
  std::vector<std::int64_t> test;
};

// Of `count` rows, ceil(test * count) are tested on and floor(train * count) are learned from.
// Errors: split.ratio, split.sum, split.sizes, split.no_training (none would be left),
// split.too_many_rows.
Result<TrainTestRows> train_test_rows(std::int64_t count, const SplitRatios& ratios,
                                      std::uint32_t seed);
Result<TrainTestRows> train_test_rows(std::int64_t count, double test_ratio, std::uint32_t seed);

struct TrainValidationTestRows {
  std::vector<std::int64_t> train;
  std::vector<std::int64_t> validation;
  std::vector<std::int64_t> test;
};

// NYUTron's split in three (TrainValTestSplitModule): the rows to learn from are split off, then
// the others by the same seed, with validation / (validation + test) of them as its training part;
// test is 1 - train - validation. Its defaults are 0.8, 0.1 and seed 42. Errors as above, and
// split.no_test.
Result<TrainValidationTestRows> train_validation_test_rows(std::int64_t count, double train_ratio,
                                                           double validation_ratio,
                                                           std::uint32_t seed);

}  // namespace trainyard
