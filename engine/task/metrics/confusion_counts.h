// SPDX-License-Identifier: GPL-3.0-or-later
// How often examples of each label were said to have each label. Equal to scikit-learn's
// confusion_matrix over all labels.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace trainyard {

class ConfusionCounts {
 public:
  // Above so many labels nothing is counted: a table that nobody reads, of much memory.
  static constexpr std::int64_t kMostLabels = 256;

  explicit ConfusionCounts(std::int64_t num_labels)
      : num_labels_(num_labels),
        counts_(num_labels <= kMostLabels ? static_cast<std::size_t>(num_labels * num_labels) : 0) {
  }

  // Both from 0 to below num_labels.
  void add(std::int64_t target, std::int64_t prediction) {
    if (!counts_.empty()) counts_[static_cast<std::size_t>(target * num_labels_ + prediction)] += 1;
  }

  // A row a target, of num_labels predictions each; those of several ranks can be summed.
  const std::vector<double>& totals() const { return counts_; }

 private:
  std::int64_t num_labels_;
  std::vector<double> counts_;
};

}  // namespace trainyard
