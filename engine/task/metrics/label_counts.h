// SPDX-License-Identifier: GPL-3.0-or-later
// Precision, recall and F1 from counts that ranks can sum. Equal to scikit-learn's
// precision_recall_fscore_support with zero_division=0.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace trainyard {

// Of one label: whole numbers, as doubles since ranks' totals are summed as such.
struct LabelCount {
  double targets = 0;    // examples that have it
  double predicted = 0;  // examples that were said to have it
  double correct = 0;    // both

  static constexpr std::size_t num_totals = 3;
  LabelCount& operator+=(const LabelCount& other);
};

struct PrecisionRecallF1 {
  double precision = 0;  // correct / predicted
  double recall = 0;     // correct / targets
  double f1 = 0;         // 2 correct / (predicted + targets)
};

// A share of nothing is 0: a label that was never predicted has precision 0.
PrecisionRecallF1 scores_of(const LabelCount& count);

// Counts as 3 numbers each, and those of another rank into these.
std::vector<double> totals_of(std::span<const LabelCount> counts);
void add_totals_to(std::span<LabelCount> counts, std::span<const double> totals);

enum class Average : std::uint8_t {
  binary,    // of label 1 alone; there are two labels
  macro,     // the mean over labels
  micro,     // of the sums over labels
  weighted,  // the mean over labels, each weighted with its targets
};

// The mean over labels, macro or weighted. A label that does not appear counts in macro's where
// examples may have several labels.
enum class Absent : std::uint8_t { left_out, counts };
PrecisionRecallF1 mean_of(std::span<const LabelCount> counts, Average average, Absent absent);

// Of a task whose examples have one label each.
class LabelCounts {
 public:
  explicit LabelCounts(std::int64_t num_labels);

  // Both from 0 to below num_labels.
  void add(std::int64_t target, std::int64_t prediction);

  // Nothing where there are no examples.
  std::optional<double> accuracy() const;
  // A label that is neither among the targets nor among the predictions does not count in a mean.
  // Nothing where there are no examples.
  std::optional<PrecisionRecallF1> scores(Average average) const;
  // By label, those that do not appear too.
  std::span<const LabelCount> counts() const { return counts_; }

 private:
  std::vector<LabelCount> counts_;
};

// Of a task whose examples have any of the labels, each decided by a sigmoid of its own.
class MultiLabelCounts {
 public:
  explicit MultiLabelCounts(std::int64_t num_labels);

  // One example: `logits` before the sigmoid, `targets` 0 or 1, num_labels each. A label is
  // predicted where its probability is above 0.5, which is a logit above 0 (NaN is not).
  void add(std::span<const double> logits, std::span<const std::int64_t> targets);

  // The share of examples whose labels are all right. Nothing where there are no examples.
  std::optional<double> subset_accuracy() const;
  // `average` is macro, micro or weighted. All labels count in a mean, as for scikit-learn's
  // indicator matrices: one that does not appear has 0. Nothing where there are no examples.
  std::optional<PrecisionRecallF1> scores(Average average) const;
  std::span<const LabelCount> counts() const { return counts_; }

 private:
  std::vector<LabelCount> counts_;
  double examples_ = 0, all_right_ = 0;
};

}  // namespace trainyard
