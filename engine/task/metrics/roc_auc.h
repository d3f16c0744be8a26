// SPDX-License-Identifier: GPL-3.0-or-later
// Area under the ROC curve: how often an example of a label is scored above one without it, a tie
// counting one half (Mann and Whitney, 1947). Equal to scikit-learn's roc_auc_score. Unlike counts
// it needs the scores of all examples at once.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "engine/task/metrics/label_counts.h"

namespace trainyard {

// `scores` of being positive, any scale; `targets` 1 for positive examples, 0 for others. Nothing
// where it is not defined: all examples (or none) are positive, or a score is NaN. Time n log n.
std::optional<double> roc_auc(std::span<const double> scores,
                              std::span<const std::int64_t> targets);

enum class RocComparison : std::uint8_t {
  one_vs_rest,
  one_vs_one,  // Hand and Till, 2001: each pair of labels among the examples of the two
};

// Of more than two labels (of two: the function above with the scores of label 1). `scores` holds
// num_labels of each example, row by row; targets are from 0 to below num_labels. `average` is
// macro or weighted: by the targets of a label, or of both labels of a pair. A label without
// targets makes one_vs_rest's macro average undefined and is left out elsewhere. Nothing where it
// is not defined.
std::optional<double> roc_auc(std::span<const double> scores, std::span<const std::int64_t> targets,
                              std::int64_t num_labels, RocComparison comparison, Average average);

}  // namespace trainyard
