// SPDX-License-Identifier: GPL-3.0-or-later
// Confusion matrix: how often examples of each label were predicted as each label. Equal to
// scikit-learn's confusion_matrix over all labels.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace trainyard {

class ConfusionCounts {
 public:
  // With more labels nothing is counted: the table would take much memory and be unreadable.
  static constexpr std::int64_t kMaxLabels = 256;

  explicit ConfusionCounts(std::int64_t num_labels)
      : num_labels_(num_labels),
        counts_(num_labels <= kMaxLabels ? static_cast<std::size_t>(num_labels * num_labels) : 0) {}

  // Both are in [0, num_labels).
  void add(std::int64_t target, std::int64_t prediction) {
    if (!counts_.empty()) counts_[static_cast<std::size_t>(target * num_labels_ + prediction)] += 1;
  }

  // One row per target, of num_labels predictions each; totals of several ranks can be summed.
  const std::vector<double>& totals() const { return counts_; }

 private:
  std::int64_t num_labels_;
  std::vector<double> counts_;
};

}  // namespace trainyard
