// SPDX-License-Identifier: GPL-3.0-or-later
// Precision, recall and F1 from counts that can be summed over ranks. Equal to scikit-learn's
// precision_recall_fscore_support with zero_division=0.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace trainyard {

// The counts of one label: integers, kept as doubles because totals are summed as such.
struct LabelCount {
  double targets = 0;    // examples that have it
  double predicted = 0;  // examples that were predicted to have it
  double correct = 0;    // both

  static constexpr std::size_t num_totals = 3;
  LabelCount& operator+=(const LabelCount& other);
};

struct PrecisionRecallF1 {
  double precision = 0;  // correct / predicted
  double recall = 0;     // correct / targets
  double f1 = 0;         // 2 correct / (predicted + targets)
};

// A ratio with denominator 0 is 0: a label that was never predicted has precision 0.
PrecisionRecallF1 scores_of(const LabelCount& count);

// Converts counts to 3 numbers each, and adds those of another rank to these.
std::vector<double> totals_of(std::span<const LabelCount> counts);
void add_totals_to(std::span<LabelCount> counts, std::span<const double> totals);

enum class Average : std::uint8_t {
  binary,    // of label 1 only, with two labels
  macro,     // the mean over labels
  micro,     // of the sums over labels
  weighted,  // the mean over labels, weighted by their targets
};

// The mean over labels, macro or weighted. Labels that do not appear count in the macro average if
// examples may have several labels.
enum class Absent : std::uint8_t { left_out, counts };
PrecisionRecallF1 mean_of(std::span<const LabelCount> counts, Average average, Absent absent);

// Counts for a task with one label per example.
class LabelCounts {
 public:
  explicit LabelCounts(std::int64_t num_labels);

  // Both are in [0, num_labels).
  void add(std::int64_t target, std::int64_t prediction);

  // Nothing if there are no examples.
  std::optional<double> accuracy() const;
  // Labels that are in neither targets nor predictions do not count in a mean. Nothing if there are
  // no examples.
  std::optional<PrecisionRecallF1> scores(Average average) const;
  // By label, including those that do not appear.
  std::span<const LabelCount> counts() const { return counts_; }

 private:
  std::vector<LabelCount> counts_;
};

// Counts for a task with any number of labels per example, each decided by its own sigmoid.
class MultiLabelCounts {
 public:
  explicit MultiLabelCounts(std::int64_t num_labels);

  // Adds one example: `logits` before the sigmoid, `targets` 0 or 1, num_labels each. A label is
  // predicted if its probability is above 0.5, i.e. its logit is above 0 (NaN is not).
  void add(std::span<const double> logits, std::span<const std::int64_t> targets);

  // The share of examples with all labels right; nothing if there are no examples.
  std::optional<double> subset_accuracy() const;
  // `average` is macro, micro or weighted. All labels count in a mean, as with scikit-learn's
  // indicator matrices: one that does not appear has 0. Nothing if there are no examples.
  std::optional<PrecisionRecallF1> scores(Average average) const;
  std::span<const LabelCount> counts() const { return counts_; }

 private:
  std::vector<LabelCount> counts_;
  double examples_ = 0, all_right_ = 0;
};

}  // namespace trainyard
