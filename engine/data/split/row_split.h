// SPDX-License-Identifier: GPL-3.0-or-later
// Splits rows into training and test: the same rows, in the same order, as scikit-learn's
// train_test_split (shuffle=True, random_state=seed).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/contract/result.h"

namespace trainyard {

// Shares of all rows, strictly between 0 and 1. One that is absent is the rest; if both are absent,
// test is a quarter. Their sum must not exceed 1; rows beyond it are dropped.
struct SplitRatios {
  std::optional<double> train;
  std::optional<double> test;
};

// Row numbers, from 0.
struct TrainTestRows {
  std::vector<std::int64_t> train;
  std::vector<std::int64_t> test;
};

// Of `count` rows, ceil(test * count) are for test and floor(train * count) for training. Errors:
// split.ratio, split.sum, split.sizes, split.no_training (none would be left), split.too_many_rows.
Result<TrainTestRows> train_test_rows(std::int64_t count, const SplitRatios& ratios,
                                      std::uint32_t seed);
Result<TrainTestRows> train_test_rows(std::int64_t count, double test_ratio, std::uint32_t seed);

struct TrainValidationTestRows {
  std::vector<std::int64_t> train;
  std::vector<std::int64_t> validation;
  std::vector<std::int64_t> test;
};

// NYUTron's three-way split (TrainValTestSplitModule): the training rows are split off first, then
// the others with the same seed, with validation / (validation + test) as the training share; test
// is 1 - train - validation. NYUTron's defaults are 0.8, 0.1 and seed 42. Errors as above, and
// split.no_test.
Result<TrainValidationTestRows> train_validation_test_rows(std::int64_t count, double train_ratio,
                                                           double validation_ratio,
                                                           std::uint32_t seed);

}  // namespace trainyard
