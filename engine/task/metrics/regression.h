// SPDX-License-Identifier: GPL-3.0-or-later
// Regression metrics. Nothing where a value is undefined, so that no result is ever NaN or
// infinite.
#pragma once

#include <optional>
#include <span>

namespace trainyard {

// The mean of squared differences; nothing if there are no examples.
std::optional<double> mean_squared_error(std::span<const double> predictions,
                                         std::span<const double> targets);

// The correlation, from -1 to 1; nothing with fewer than two examples or if either side is
// constant. Equal to scipy's pearsonr.
std::optional<double> pearson_correlation(std::span<const double> predictions,
                                          std::span<const double> targets);

// Pearson's correlation of the ranks, where equal values get the mean of their ranks. Equal to
// scipy's spearmanr.
std::optional<double> spearman_correlation(std::span<const double> predictions,
                                           std::span<const double> targets);

}  // namespace trainyard
