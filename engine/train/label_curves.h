// SPDX-License-Identifier: GPL-3.0-or-later
// The one-vs-rest curves of each label of a classification.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/task/predictions.h"
#include "engine/task/metrics/score_curves.h"

namespace trainyard {

// With more labels, those with the most rows: more lines cannot be told apart.
inline constexpr std::size_t kMaxPicturedLabels = 64;

struct LabelCurves {
  std::size_t label = 0;  // its index
  RocCurve roc;
  PrecisionRecallCurve precision_recall;
  std::vector<ThresholdScores> thresholds;
  std::vector<CalibrationBin> calibration, scaled_calibration;
  std::optional<double> auc, average_precision;  // nothing if undefined
};

// Of label 1 only for two exclusive labels, otherwise of each label. Ascending by label; empty if
// rows have no probabilities, or if these are not numbers.
std::vector<LabelCurves> curves_of(const Predictions& predictions);

// The one-vs-rest ROC-AUC of each label; nothing if undefined, and for labels beyond
// kMaxPicturedLabels.
std::vector<std::optional<double>> areas_of(const Predictions& predictions);

// How often rows with and without a label were predicted to have it.
struct LabelConfusion {
  std::string label;
  std::int64_t true_negatives = 0, false_positives = 0, false_negatives = 0, true_positives = 0;
};

// For each label if rows may have several, else empty.
std::vector<LabelConfusion> confusions_of(const Predictions& predictions);

}  // namespace trainyard
