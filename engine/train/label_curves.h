// SPDX-License-Identifier: GPL-3.0-or-later
// The curves of each label of a classification against the rest.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/task/judgement.h"
#include "engine/task/metrics/score_curves.h"

namespace trainyard {

// Of more labels, those that the most rows have: more lines nobody tells apart.
inline constexpr std::size_t kMostPicturedLabels = 64;

struct LabelCurves {
  std::size_t label = 0;  // its number
  RocCurve roc;
  PrecisionRecallCurve precision_recall;
  std::vector<ThresholdScores> thresholds;
  std::vector<CalibrationBin> calibration, scaled_calibration;
  std::optional<double> auc, average_precision;  // nothing where not defined
};

// Of two labels that exclude each other those of label 1 alone, of others each. Ascending by label;
// empty where rows have no probabilities, or these are no numbers.
std::vector<LabelCurves> curves_of(const Judgement& judged);

// The ROC-AUC of each label against the rest; nothing where it is not defined, and of labels beyond
// kMostPicturedLabels.
std::vector<std::optional<double>> areas_of(const Judgement& judged);

// How often rows with a label, and without it, were said to have it.
struct LabelConfusion {
  std::string label;
  std::int64_t true_negatives = 0, false_positives = 0, false_negatives = 0, true_positives = 0;
};

// Of each label where rows may have several, else none.
std::vector<LabelConfusion> confusions_of(const Judgement& judged);

}  // namespace trainyard
