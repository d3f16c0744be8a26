// SPDX-License-Identifier: GPL-3.0-or-later
// Area under the ROC curve: how often an example with a label is scored above one without it, where
// a tie counts one half (Mann and Whitney, 1947). Equal to scikit-learn's roc_auc_score. Unlike
// counts, it needs the scores of all examples at once.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "engine/task/metrics/label_counts.h"

namespace trainyard {

// `scores` for being positive, on any scale; `targets` are 1 for positive examples, 0 for others.
// Nothing if undefined: all or no examples are positive, or a score is NaN. Time n log n.
std::optional<double> roc_auc(std::span<const double> scores,
                              std::span<const std::int64_t> targets);

enum class RocComparison : std::uint8_t {
  one_vs_rest,
  one_vs_one,  // Hand and Till, 2001: each pair of labels, over the examples with either
};

// For more than two labels (for two: the function above with the scores of label 1). `scores` holds
// num_labels scores per example, row by row; targets are in [0, num_labels). `average` is macro or
// weighted: by the targets of a label, or of both labels of a pair. A label without targets makes
// one_vs_rest's macro average undefined and is skipped otherwise. Nothing if undefined.
std::optional<double> roc_auc(std::span<const double> scores, std::span<const std::int64_t> targets,
                              std::int64_t num_labels, RocComparison comparison, Average average);

}  // namespace trainyard
