// SPDX-License-Identifier: GPL-3.0-or-later
// Curves over all thresholds on scores: ROC, precision and recall, and calibration of
// probabilities. Equal to scikit-learn's roc_curve, precision_recall_curve, average_precision_score
// and calibration_curve (1.9).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace trainyard {

// One point per threshold: examples with at least that score are predicted positive.
struct RocCurve {
  // Descending; the first is infinite, where nothing is positive. Points within a straight line are
  // dropped.
  std::vector<double> thresholds;
  std::vector<double> false_positive_rates;  // NaN if all examples are positive
  std::vector<double> true_positive_rates;   // NaN if no example is positive
};

// Recall is 1 if no example is positive.
struct PrecisionRecallCurve {
  std::vector<double> thresholds;           // ascending, one fewer than points
  std::vector<double> precisions, recalls;  // the last are 1 and 0, without a threshold
};

struct ThresholdScores {
  double threshold = 0;
  double precision = 0, recall = 0;  // 0 if the denominator is 0
};

// The examples sorted by score, shared by all curves. Time n log n.
class RankedScores {
 public:
  // `scores` for being positive; `targets` are 1 for positive examples, 0 for others. Nothing if
  // there are no examples or a score is NaN.
  static std::optional<RankedScores> of(std::span<const double> scores,
                                        std::span<const std::int64_t> targets);

  RocCurve roc() const;
  PrecisionRecallCurve precision_recall() const;
  // The area under the precision-recall step function; nothing if no example is positive.
  std::optional<double> average_precision() const;
  // Examples with scores of at least 0.01, 0.02 ... 0.99 are predicted positive.
  std::vector<ThresholdScores> at_thresholds() const;

 private:
  double num_positives() const { return true_positives_.back(); }
  double num_negatives() const { return false_positives_.back(); }

  // For each distinct score, descending: how many examples have at least that score.
  std::vector<double> scores_, false_positives_, true_positives_;
};

// Examples with a predicted probability above `low` (from `low` in the first bin) up to the next
// bin.
struct CalibrationBin {
  double low = 0, high = 0;
  double mean_predicted = 0, share_positive = 0;
  std::int64_t count = 0;
};
// Ten bins of equal width over 0 to 1, without empty ones. Nothing if a probability is outside 0 to
// 1, or if there are none.
std::optional<std::vector<CalibrationBin>> calibration(std::span<const double> probabilities,
                                                       std::span<const std::int64_t> targets);

// The same with probabilities divided by the largest of them, unless that is 0.
std::optional<std::vector<CalibrationBin>> scaled_calibration(
    std::span<const double> probabilities, std::span<const std::int64_t> targets);

struct PlanePoint {
  double x = 0, y = 0;
};

// Simplifies a line to at most `most` points (2 or more) without a visible change: a point is
// dropped if the line without it is closer to it than 0.0005 (if that leaves too many: 0.001,
// 0.002, ...) (Ramer, 1972; Douglas and Peucker, 1973). The end points are kept.
std::vector<PlanePoint> thinned(const std::vector<PlanePoint>& line, std::size_t most);
// The indices of the points that are kept.
std::vector<std::size_t> kept_points(const std::vector<PlanePoint>& line, std::size_t most);

}  // namespace trainyard
