// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/task/metrics/roc_auc.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "engine/task/metrics/ranks.h"

namespace trainyard {
namespace {

// The weighted mean of areas.
class WeightedMean {
 public:
  void add(std::optional<double> area, double weight) {
    if (weight == 0) return;
    is_defined_ = is_defined_ && area;
    sum_ += area.value_or(0) * weight;
    weights_ += weight;
  }
  std::optional<double> value() const {
    if (!is_defined_ || weights_ == 0) return std::nullopt;
    return sum_ / weights_;
  }

 private:
  bool is_defined_ = true;
  double sum_ = 0, weights_ = 0;
};

// The scores of examples by label, and the examples of each label.
class ScoredExamples {
 public:
  ScoredExamples(std::span<const double> scores, std::span<const std::int64_t> targets,
                 std::int64_t num_labels)
      : scores_(scores), num_labels_(num_labels), of_label_(static_cast<std::size_t>(num_labels)) {
    for (std::size_t i = 0; i < targets.size(); ++i)
      of_label_[targets[i]].push_back(static_cast<std::int64_t>(i));
  }

  double count(std::int64_t label) const { return static_cast<double>(of_label_[label].size()); }

  // The area of `label` against `others`, using the scores of `label`.
  std::optional<double> area(std::int64_t label, std::span<const std::int64_t> others) const {
    std::vector<double> scores;
    std::vector<std::int64_t> is_label;
    const auto take = [&](std::int64_t of, std::int64_t is_of_label) {
      for (const std::int64_t example : of_label_[of])
        scores.push_back(scores_[example * num_labels_ + label]);
      is_label.resize(scores.size(), is_of_label);
    };
    take(label, 1);
    for (const std::int64_t other : others) take(other, 0);
    return roc_auc(scores, is_label);
  }

 private:
  std::span<const double> scores_;
  std::int64_t num_labels_;
  std::vector<std::vector<std::int64_t>> of_label_;
};

std::optional<double> one_vs_rest(const ScoredExamples& examples, std::int64_t num_labels,
                                  Average average) {
  WeightedMean mean;
  for (std::int64_t label = 0; label < num_labels; ++label) {
    const double weight = average == Average::macro ? 1.0 : examples.count(label);
    if (weight == 0) continue;
    std::vector<std::int64_t> others;
    for (std::int64_t other = 0; other < num_labels; ++other)
      if (other != label) others.push_back(other);
    mean.add(examples.area(label, others), weight);
  }
  return mean.value();
}

std::optional<double> one_vs_one(const ScoredExamples& examples, std::int64_t num_labels,
                                 Average average) {
  WeightedMean mean;
  for (std::int64_t a = 0; a < num_labels; ++a)
    for (std::int64_t b = a + 1; b < num_labels; ++b) {
      if (examples.count(a) == 0 || examples.count(b) == 0) continue;
      const auto of_a = examples.area(a, {{b}}), of_b = examples.area(b, {{a}});
      const auto both = of_a && of_b ? std::optional((*of_a + *of_b) / 2) : std::nullopt;
      mean.add(both, average == Average::macro ? 1.0 : examples.count(a) + examples.count(b));
    }
  return mean.value();
}

}  // namespace

std::optional<double> roc_auc(std::span<const double> scores,
                              std::span<const std::int64_t> targets) {
  if (std::ranges::any_of(scores, [](double score) { return std::isnan(score); }))
    return std::nullopt;
  const std::vector<double> ranks = average_ranks(scores);
  double rank_sum = 0, positives = 0;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    if (targets[i] == 0) continue;
    rank_sum += ranks[i];
    positives += 1;
  }
  const double others = static_cast<double>(targets.size()) - positives;
  if (positives == 0 || others == 0) return std::nullopt;
  return (rank_sum - positives * (positives + 1) / 2) / positives / others;
}

std::optional<double> roc_auc(std::span<const double> scores, std::span<const std::int64_t> targets,
                              std::int64_t num_labels, RocComparison comparison, Average average) {
  const ScoredExamples examples(scores, targets, num_labels);
  return comparison == RocComparison::one_vs_rest ? one_vs_rest(examples, num_labels, average)
                                                  : one_vs_one(examples, num_labels, average);
}

}  // namespace trainyard
