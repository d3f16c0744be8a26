// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/task/metrics/label_counts.h"

#include <algorithm>

namespace trainyard {
namespace {

double share(double part, double whole) { return whole > 0 ? part / whole : 0.0; }

LabelCount total_of(std::span<const LabelCount> counts) {
  LabelCount sum;
  for (const LabelCount& count : counts) sum += count;
  return sum;
}

// The mean over labels, each weighted with `weight_of(count)`; 0 if all weights are 0.
template <typename WeightOf>
PrecisionRecallF1 mean_scores(std::span<const LabelCount> counts, const WeightOf& weight_of) {
  PrecisionRecallF1 sum;
  double weights = 0;
  for (const LabelCount& count : counts) {
    const PrecisionRecallF1 scores = scores_of(count);
    const double weight = weight_of(count);
    sum.precision += weight * scores.precision;
    sum.recall += weight * scores.recall;
    sum.f1 += weight * scores.f1;
    weights += weight;
  }
  return {share(sum.precision, weights), share(sum.recall, weights), share(sum.f1, weights)};
}

bool appears(const LabelCount& count) { return count.targets > 0 || count.predicted > 0; }

// `weight_of_absent` is the weight of labels that do not appear in the macro average.
PrecisionRecallF1 averaged(std::span<const LabelCount> counts, Average average,
                           double weight_of_absent) {
  switch (average) {
    case Average::binary:
      return scores_of(counts[1]);
    case Average::micro:
      return scores_of(total_of(counts));
    case Average::weighted:
      return mean_scores(counts, [](const LabelCount& count) { return count.targets; });
    case Average::macro:
      break;
  }
  return mean_scores(
      counts, [&](const LabelCount& count) { return appears(count) ? 1.0 : weight_of_absent; });
}

}  // namespace

LabelCount& LabelCount::operator+=(const LabelCount& other) {
  targets += other.targets;
  predicted += other.predicted;
  correct += other.correct;
  return *this;
}

PrecisionRecallF1 scores_of(const LabelCount& count) {
  return {.precision = share(count.correct, count.predicted),
          .recall = share(count.correct, count.targets),
          .f1 = share(2 * count.correct, count.predicted + count.targets)};
}

std::vector<double> totals_of(std::span<const LabelCount> counts) {
  std::vector<double> totals;
  for (const LabelCount& count : counts)
    totals.insert(totals.end(), {count.targets, count.predicted, count.correct});
  return totals;
}

void add_totals_to(std::span<LabelCount> counts, std::span<const double> totals) {
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const auto numbers = totals.subspan(i * LabelCount::num_totals, LabelCount::num_totals);
    counts[i] += {.targets = numbers[0], .predicted = numbers[1], .correct = numbers[2]};
  }
}

PrecisionRecallF1 mean_of(std::span<const LabelCount> counts, Average average, Absent absent) {
  return averaged(counts, average, absent == Absent::counts ? 1 : 0);
}

LabelCounts::LabelCounts(std::int64_t num_labels) : counts_(static_cast<std::size_t>(num_labels)) {}

void LabelCounts::add(std::int64_t target, std::int64_t prediction) {
  counts_[target].targets += 1;
  counts_[prediction].predicted += 1;
  if (target == prediction) counts_[target].correct += 1;
}

std::optional<double> LabelCounts::accuracy() const {
  const LabelCount sum = total_of(counts_);
  if (sum.targets == 0) return std::nullopt;
  return sum.correct / sum.targets;
}

std::optional<PrecisionRecallF1> LabelCounts::scores(Average average) const {
  if (std::ranges::none_of(counts_, appears)) return std::nullopt;
  return averaged(counts_, average, 0);
}

MultiLabelCounts::MultiLabelCounts(std::int64_t num_labels)
    : counts_(static_cast<std::size_t>(num_labels)) {}

void MultiLabelCounts::add(std::span<const double> logits, std::span<const std::int64_t> targets) {
  bool is_all_right = true;
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    const bool is_target = targets[i] != 0, is_predicted = logits[i] > 0;
    counts_[i].targets += is_target;
    counts_[i].predicted += is_predicted;
    counts_[i].correct += is_target && is_predicted;
    is_all_right = is_all_right && is_target == is_predicted;
  }
  examples_ += 1;
  all_right_ += is_all_right;
}

std::optional<double> MultiLabelCounts::subset_accuracy() const {
  if (examples_ == 0) return std::nullopt;
  return all_right_ / examples_;
}

std::optional<PrecisionRecallF1> MultiLabelCounts::scores(Average average) const {
  if (examples_ == 0) return std::nullopt;
  return averaged(counts_, average, 1);
}

}  // namespace trainyard
