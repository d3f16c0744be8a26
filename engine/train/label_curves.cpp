// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/label_curves.h"

#include <algorithm>
#include <numeric>

#include "engine/task/metrics/roc_auc.h"

namespace trainyard {

namespace {

bool has_probabilities(const Predictions& predictions) {
  return predictions.probabilities.defined() && predictions.problem != ProblemType::regression &&
         predictions.probabilities.size(0) > 0;
}

// One label against the rest.
struct LabelRows {
  std::vector<double> probabilities;
  std::vector<std::int64_t> targets;  // 1 if the row has the label
};

LabelRows rows_of_label(const Predictions& predictions, std::size_t label) {
  const auto width = predictions.probabilities.size(1), number = static_cast<std::int64_t>(label);
  const auto* said = predictions.probabilities.const_data_ptr<float>();
  LabelRows rows;
  for (std::int64_t row = 0; row < predictions.probabilities.size(0); ++row) {
    rows.probabilities.push_back(said[row * width + number]);
    const bool has_label =
        predictions.problem == ProblemType::multi_label_classification
            ? predictions.targets.const_data_ptr<float>()[row * width + number] > 0.5f
            : predictions.targets.const_data_ptr<std::int64_t>()[row] == number;
    rows.targets.push_back(has_label);
  }
  return rows;
}

// Returns at most kMaxPicturedLabels labels, those with the most rows; ascending.
std::vector<std::size_t> pictured_labels(const Predictions& predictions) {
  std::vector<std::size_t> labels(predictions.labels.size());
  std::iota(labels.begin(), labels.end(), std::size_t{0});
  if (labels.size() <= kMaxPicturedLabels) return labels;
  std::ranges::stable_sort(labels, std::greater<>(), [&](std::size_t label) {
    return predictions.classes[label].count.targets;
  });
  labels.resize(kMaxPicturedLabels);
  std::ranges::sort(labels);
  return labels;
}

bool is_binary(const Predictions& predictions) {
  return predictions.problem == ProblemType::single_label_classification &&
         predictions.labels.size() == 2;
}

}  // namespace

std::vector<LabelCurves> curves_of(const Predictions& predictions) {
  const std::vector<CalibrationBin> none;
  std::vector<LabelCurves> all;
  if (!has_probabilities(predictions)) return all;
  for (const std::size_t label : pictured_labels(predictions)) {
    if (is_binary(predictions) && label == 0) continue;
    const LabelRows rows = rows_of_label(predictions, label);
    const auto ranked = RankedScores::of(rows.probabilities, rows.targets);
    if (!ranked) continue;
    LabelCurves curves{.label = label};
    curves.roc = ranked->roc();
    curves.precision_recall = ranked->precision_recall();
    curves.thresholds = ranked->at_thresholds();
    curves.calibration = calibration(rows.probabilities, rows.targets).value_or(none);
    curves.scaled_calibration = scaled_calibration(rows.probabilities, rows.targets).value_or(none);
    curves.auc = roc_auc(rows.probabilities, rows.targets);
    curves.average_precision = ranked->average_precision();
    all.push_back(std::move(curves));
  }
  return all;
}

std::vector<std::optional<double>> areas_of(const Predictions& predictions) {
  std::vector<std::optional<double>> areas(predictions.classes.size());
  if (!has_probabilities(predictions)) return areas;
  for (const std::size_t label : pictured_labels(predictions)) {
    const LabelRows rows = rows_of_label(predictions, label);
    areas[label] = roc_auc(rows.probabilities, rows.targets);
  }
  return areas;
}

std::vector<LabelConfusion> confusions_of(const Predictions& predictions) {
  std::vector<LabelConfusion> all;
  if (predictions.problem != ProblemType::multi_label_classification ||
      !predictions.targets.defined())
    return all;
  for (const auto& [label, count] : predictions.classes) {
    const auto correct = static_cast<std::int64_t>(count.correct),
               said = static_cast<std::int64_t>(count.predicted),
               have = static_cast<std::int64_t>(count.targets);
    all.push_back({label, predictions.targets.size(0) - said - have + correct, said - correct,
                   have - correct, correct});
  }
  return all;
}

}  // namespace trainyard
