// SPDX-License-Identifier: GPL-3.0-or-later
// What a threshold on scores does, at every threshold: ROC, precision and recall, and how well
// probabilities are calibrated. Equal to scikit-learn's roc_curve, precision_recall_curve,
// average_precision_score and calibration_curve (1.9).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace trainyard {

// One point a threshold: from that score on examples are said to be positive.
struct RocCurve {
  // Falling; the first is infinite, where nothing is positive. Points in the middle of a straight
  // line are left out.
  std::vector<double> thresholds;
  std::vector<double> false_positive_rates;  // NaN where all examples are positive
  std::vector<double> true_positive_rates;   // NaN where none is
};

// Recall is 1 where no example is positive.
struct PrecisionRecallCurve {
  std::vector<double> thresholds;           // rising, one less than points
  std::vector<double> precisions, recalls;  // the last are 1 and 0, of no threshold
};

struct ThresholdScores {
  double threshold = 0;
  double precision = 0, recall = 0;  // a share of nothing is 0
};

// The examples sorted by their score, once for all curves. Time n log n.
class RankedScores {
 public:
  // `scores` of being positive, `targets` 1 for positive examples, 0 for others. Nothing where
  // there are no examples or a score is NaN.
  static std::optional<RankedScores> of(std::span<const double> scores,
                                        std::span<const std::int64_t> targets);

  RocCurve roc() const;
  PrecisionRecallCurve precision_recall() const;
  // The area under precision over recall in steps; nothing where no example is positive.
  std::optional<double> average_precision() const;
  // With the scores at or above 0.01, 0.02 ... 0.99 positive.
  std::vector<ThresholdScores> at_thresholds() const;

 private:
  double num_positives() const { return true_positives_.back(); }
  double num_negatives() const { return false_positives_.back(); }

  // Of each different score, falling: how many examples have it or a higher one.
  std::vector<double> scores_, false_positives_, true_positives_;
};

// Those predicted from `low` on (the first bin) or above it up to the next.
struct CalibrationBin {
  double low = 0, high = 0;
  double mean_predicted = 0, share_positive = 0;
  std::int64_t count = 0;
};
// Ten bins of the same width over 0 to 1, those without examples left out. Probabilities are from 0
// to 1; nothing where one is not, or there are none.
std::optional<std::vector<CalibrationBin>> calibration(std::span<const double> probabilities,
                                                       std::span<const std::int64_t> targets);

// The same of probabilities divided by the largest of them; as they are where that is 0.
std::optional<std::vector<CalibrationBin>> scaled_calibration(
    std::span<const double> probabilities, std::span<const std::int64_t> targets);

struct PlanePoint {
  double x = 0, y = 0;
};

// A line with at most `most` points (2 or more) that looks the same: a point is left out where the
// line without it runs closer to it than 0.0005 (where that leaves too many: 0.001, 0.002, ...)
// (Ramer, 1972; Douglas and Peucker, 1973). The ends stay.
std::vector<PlanePoint> thinned(const std::vector<PlanePoint>& line, std::size_t most);
// The places of its points.
std::vector<std::size_t> kept_points(const std::vector<PlanePoint>& line, std::size_t most);

}  // namespace trainyard
