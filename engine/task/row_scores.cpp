// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/task/row_scores.h"

#include <algorithm>

#include "engine/task/metrics/confusion_counts.h"
#include "engine/task/metrics/label_counts.h"
#include "engine/task/metrics/regression.h"
#include "engine/task/metrics/roc_auc.h"

namespace trainyard {

namespace {

void add_if_defined(NamedValues& metrics, const char* name, const std::optional<double>& value) {
  if (value) metrics.emplace_back(name, *value);
}

void add_scores(NamedValues& metrics, const std::optional<PrecisionRecallF1>& scores) {
  if (!scores) return;
  metrics.emplace_back("eval/precision", scores->precision);
  metrics.emplace_back("eval/recall", scores->recall);
  metrics.emplace_back("eval/f1", scores->f1);
}

std::vector<ClassCount> named(const std::vector<std::string>& labels,
                              std::span<const LabelCount> counts) {
  std::vector<ClassCount> classes;
  for (std::size_t label = 0; label < labels.size(); ++label)
    classes.push_back({labels[label], counts[label]});
  return classes;
}

}  // namespace

RowScores::RowScores(std::int64_t num_rows, std::int64_t scores_per_row,
                     std::int64_t labels_per_row)
    : num_rows_(num_rows),
      scores_per_row_(scores_per_row),
      labels_per_row_(labels_per_row),
      values_(static_cast<std::size_t>(num_rows * (scores_per_row + labels_per_row))) {}

void RowScores::set(std::int64_t row, std::span<const double> scores,
                    std::span<const double> labels) {
  const auto begin = values_.begin() + row * (scores_per_row_ + labels_per_row_);
  std::ranges::copy(labels, std::ranges::copy(scores, begin).out);
}

std::span<const double> RowScores::scores(std::span<const double> values, std::int64_t row) const {
  return values.subspan(static_cast<std::size_t>(row * (scores_per_row_ + labels_per_row_)),
                        static_cast<std::size_t>(scores_per_row_));
}

std::span<const double> RowScores::labels(std::span<const double> values, std::int64_t row) const {
  const std::int64_t first = row * (scores_per_row_ + labels_per_row_) + scores_per_row_;
  return values.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(labels_per_row_));
}

NamedValues RowScores::single_label(std::span<const double> values) const {
  LabelCounts counts(scores_per_row_);
  std::vector<std::int64_t> targets;
  std::vector<double> probabilities, of_label_1;
  for (std::int64_t row = 0; row < num_rows_; ++row) {
    const std::span<const double> given = scores(values, row);
    targets.push_back(static_cast<std::int64_t>(labels(values, row)[0]));
    counts.add(targets.back(), std::ranges::max_element(given) - given.begin());
    probabilities.insert(probabilities.end(), given.begin(), given.end());
    if (scores_per_row_ == 2) of_label_1.push_back(given[1]);
  }
  NamedValues metrics;
  add_if_defined(metrics, "eval/accuracy", counts.accuracy());
  const bool is_binary = scores_per_row_ == 2;
  add_scores(metrics, counts.scores(is_binary ? Average::binary : Average::macro));
  if (is_binary) {
    add_if_defined(metrics, "eval/roc_auc", roc_auc(of_label_1, targets));
    return metrics;
  }
  const auto area = [&](RocComparison comparison) {
    return roc_auc(probabilities, targets, scores_per_row_, comparison, Average::macro);
  };
  add_if_defined(metrics, "eval/roc_auc", area(RocComparison::one_vs_rest));
  add_if_defined(metrics, "eval/roc_auc_ovo", area(RocComparison::one_vs_one));
  return metrics;
}

NamedValues RowScores::multi_label(std::span<const double> values) const {
  MultiLabelCounts counts(scores_per_row_);
  const auto num_labels = static_cast<std::size_t>(scores_per_row_);
  std::vector<std::vector<double>> logits(num_labels);
  std::vector<std::vector<std::int64_t>> targets(num_labels);
  for (std::int64_t row = 0; row < num_rows_; ++row) {
    const std::span<const double> given = scores(values, row), wanted = labels(values, row);
    counts.add(given, std::vector<std::int64_t>(wanted.begin(), wanted.end()));
    for (std::size_t label = 0; label < num_labels; ++label) {
      logits[label].push_back(given[label]);
      targets[label].push_back(static_cast<std::int64_t>(wanted[label]));
    }
  }
  NamedValues metrics;
  add_if_defined(metrics, "eval/accuracy", counts.subset_accuracy());
  add_scores(metrics, counts.scores(Average::micro));
  double sum = 0;
  for (std::size_t label = 0; label < num_labels; ++label) {
    const std::optional<double> area = roc_auc(logits[label], targets[label]);
    if (!area) return metrics;  // like scikit-learn, where the mean is undefined too
    sum += *area;
  }
  if (num_labels > 0) metrics.emplace_back("eval/roc_auc", sum / static_cast<double>(num_labels));
  return metrics;
}

NamedValues RowScores::regression(std::span<const double> values) const {
  std::vector<double> predictions, targets;
  for (std::int64_t row = 0; row < num_rows_; ++row) {
    predictions.push_back(scores(values, row)[0]);
    targets.push_back(labels(values, row)[0]);
  }
  NamedValues metrics;
  add_if_defined(metrics, "eval/mse", mean_squared_error(predictions, targets));
  add_if_defined(metrics, "eval/pearson", pearson_correlation(predictions, targets));
  add_if_defined(metrics, "eval/spearman", spearman_correlation(predictions, targets));
  return metrics;
}

void RowScores::count_single(std::span<const double> values, Predictions& predictions) const {
  LabelCounts counts(scores_per_row_);
  ConfusionCounts pairs(scores_per_row_);
  for (std::int64_t row = 0; row < num_rows_; ++row) {
    const std::span<const double> given = scores(values, row);
    const auto target = static_cast<std::int64_t>(labels(values, row)[0]);
    const std::int64_t predicted = std::ranges::max_element(given) - given.begin();
    counts.add(target, predicted);
    pairs.add(target, predicted);
  }
  predictions.classes = named(predictions.labels, counts.counts());
  predictions.confusion = pairs.totals();
}

void RowScores::count_several(std::span<const double> values, Predictions& predictions) const {
  MultiLabelCounts counts(scores_per_row_);
  for (std::int64_t row = 0; row < num_rows_; ++row) {
    const std::span<const double> wanted = labels(values, row);
    counts.add(scores(values, row), std::vector<std::int64_t>(wanted.begin(), wanted.end()));
  }
  predictions.classes = named(predictions.labels, counts.counts());
}

Predictions RowScores::predictions(ProblemType problem, std::span<const double> values,
                                   const std::vector<std::string>& names) const {
  const at::Tensor rows =
      at::from_blob(const_cast<double*>(values.data()),
                    {num_rows_, scores_per_row_ + labels_per_row_}, at::kDouble);
  const at::Tensor said = rows.narrow(1, 0, scores_per_row_),
                   wanted = rows.narrow(1, scores_per_row_, labels_per_row_);
  Predictions predictions{.labels = names, .problem = problem};
  switch (problem) {
    case ProblemType::multi_label_classification:
      predictions.probabilities = said.sigmoid().to(at::kFloat);
      predictions.targets = wanted.to(at::kFloat);
      count_several(values, predictions);
      break;
    case ProblemType::regression:
      predictions.probabilities = said.to(at::kFloat).squeeze(1);
      predictions.targets = wanted.to(at::kFloat).squeeze(1);
      break;
    case ProblemType::single_label_classification:
      predictions.probabilities = said.to(at::kFloat);
      predictions.targets = wanted.to(at::kLong).squeeze(1);
      count_single(values, predictions);
      break;
  }
  return predictions;
}

NamedValues RowScores::metrics(ProblemType problem,
                               std::span<const double> values_of_all_ranks) const {
  switch (problem) {
    case ProblemType::multi_label_classification:
      return multi_label(values_of_all_ranks);
    case ProblemType::regression:
      return regression(values_of_all_ranks);
    case ProblemType::single_label_classification:
      break;
  }
  return single_label(values_of_all_ranks);
}

}  // namespace trainyard
