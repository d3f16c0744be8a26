// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/label_curves.h"

#include <algorithm>
#include <numeric>

#include "engine/task/metrics/roc_auc.h"

namespace trainyard {

namespace {

bool has_probabilities(const Judgement& judged) {
  return judged.probabilities.defined() && judged.problem != ProblemType::regression &&
         judged.probabilities.size(0) > 0;
}

// One label against the rest.
struct LabelRows {
  std::vector<double> probabilities;
  std::vector<std::int64_t> targets;  // 1 where the row has the label
};

LabelRows rows_of_label(const Judgement& judged, std::size_t label) {
  const auto width = judged.probabilities.size(1), number = static_cast<std::int64_t>(label);
  const auto* said = judged.probabilities.const_data_ptr<float>();
  LabelRows rows;
  for (std::int64_t row = 0; row < judged.probabilities.size(0); ++row) {
    rows.probabilities.push_back(said[row * width + number]);
    const bool has_label = judged.problem == ProblemType::multi_label_classification
                               ? judged.targets.const_data_ptr<float>()[row * width + number] > 0.5f
                               : judged.targets.const_data_ptr<std::int64_t>()[row] == number;
    rows.targets.push_back(has_label);
  }
  return rows;
}

// At most kMostPicturedLabels, those of the most rows; ascending.
std::vector<std::size_t> pictured_labels(const Judgement& judged) {
  std::vector<std::size_t> labels(judged.labels.size());
  std::iota(labels.begin(), labels.end(), std::size_t{0});
  if (labels.size() <= kMostPicturedLabels) return labels;
  std::ranges::stable_sort(labels, std::greater<>(),
                           [&](std::size_t label) { return judged.classes[label].count.targets; });
  labels.resize(kMostPicturedLabels);
  std::ranges::sort(labels);
  return labels;
}

bool is_binary(const Judgement& judged) {
  return judged.problem == ProblemType::single_label_classification && judged.labels.size() == 2;
}

}  // namespace

std::vector<LabelCurves> curves_of(const Judgement& judged) {
  const std::vector<CalibrationBin> none;
  std::vector<LabelCurves> all;
  if (!has_probabilities(judged)) return all;
  for (const std::size_t label : pictured_labels(judged)) {
    if (is_binary(judged) && label == 0) continue;
    const LabelRows rows = rows_of_label(judged, label);
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

std::vector<std::optional<double>> areas_of(const Judgement& judged) {
  std::vector<std::optional<double>> areas(judged.classes.size());
  if (!has_probabilities(judged)) return areas;
  for (const std::size_t label : pictured_labels(judged)) {
    const LabelRows rows = rows_of_label(judged, label);
    areas[label] = roc_auc(rows.probabilities, rows.targets);
  }
  return areas;
}

std::vector<LabelConfusion> confusions_of(const Judgement& judged) {
  std::vector<LabelConfusion> all;
  if (judged.problem != ProblemType::multi_label_classification || !judged.targets.defined())
    return all;
  for (const auto& [label, count] : judged.classes) {
    const auto correct = static_cast<std::int64_t>(count.correct),
               said = static_cast<std::int64_t>(count.predicted),
               have = static_cast<std::int64_t>(count.targets);
    all.push_back({label, judged.targets.size(0) - said - have + correct, said - correct,
                   have - correct, correct});
  }
  return all;
}

}  // namespace trainyard
