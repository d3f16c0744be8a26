// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/task/metrics/score_curves.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace trainyard {
namespace {

constexpr int kCalibrationBins = 10;
constexpr int kNumThresholds = 99;
// About the width of a line in the plot.
constexpr double kSeen = 5e-4;

double share_of_all(double part, double whole) { return whole > 0 ? part / whole : 0.0; }

double distance_to_line(PlanePoint point, PlanePoint from, PlanePoint to) {
  const double dx = to.x - from.x, dy = to.y - from.y, length = std::hypot(dx, dy);
  if (length == 0) return std::hypot(point.x - from.x, point.y - from.y);
  return std::abs(dy * (point.x - from.x) - dx * (point.y - from.y)) / length;
}

std::vector<std::size_t> corners(const std::vector<PlanePoint>& line, double tolerance) {
  std::vector<char> stays(line.size());
  stays.front() = stays.back() = 1;
  std::vector<std::pair<std::size_t, std::size_t>> parts{{0, line.size() - 1}};
  while (!parts.empty()) {
    const auto [first, last] = parts.back();
    parts.pop_back();
    double farthest = tolerance;
    std::size_t corner = first;
    for (std::size_t i = first + 1; i < last; ++i)
      if (const double away = distance_to_line(line[i], line[first], line[last]); away > farthest)
        farthest = away, corner = i;
    if (corner == first) continue;
    stays[corner] = 1;
    parts.emplace_back(first, corner);
    parts.emplace_back(corner, last);
  }
  std::vector<std::size_t> kept;
  for (std::size_t i = 0; i < line.size(); ++i)
    if (stays[i]) kept.push_back(i);
  return kept;
}

}  // namespace

std::optional<RankedScores> RankedScores::of(std::span<const double> scores,
                                             std::span<const std::int64_t> targets) {
  if (scores.empty() || std::ranges::any_of(scores, [](double s) { return std::isnan(s); }))
    return std::nullopt;
  std::vector<std::pair<double, bool>> sorted;
  sorted.reserve(scores.size());
  for (std::size_t i = 0; i < scores.size(); ++i) sorted.emplace_back(scores[i], targets[i] != 0);
  std::ranges::sort(sorted, std::greater<>(), &std::pair<double, bool>::first);
  RankedScores examples;
  double positives = 0;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    positives += sorted[i].second;
    if (i + 1 < sorted.size() && sorted[i + 1].first == sorted[i].first) continue;
    examples.scores_.push_back(sorted[i].first);
    examples.true_positives_.push_back(positives);
    examples.false_positives_.push_back(static_cast<double>(i + 1) - positives);
  }
  return examples;
}

RocCurve RankedScores::roc() const {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  RocCurve curve;
  const auto add = [&](double threshold, double false_positives, double true_positives) {
    curve.thresholds.push_back(threshold);
    curve.false_positive_rates.push_back(num_negatives() > 0 ? false_positives / num_negatives()
                                                             : kNan);
    curve.true_positive_rates.push_back(num_positives() > 0 ? true_positives / num_positives()
                                                            : kNan);
  };
  add(std::numeric_limits<double>::infinity(), 0, 0);
  const std::vector<double>&fps = false_positives_, &tps = true_positives_;
  const auto bends = [](const std::vector<double>& counts, std::size_t i) {
    return counts[i + 1] - counts[i] != counts[i] - counts[i - 1];
  };
  for (std::size_t i = 0; i < scores_.size(); ++i)
    if (i == 0 || i + 1 == scores_.size() || bends(fps, i) || bends(tps, i))
      add(scores_[i], fps[i], tps[i]);
  return curve;
}

PrecisionRecallCurve RankedScores::precision_recall() const {
  PrecisionRecallCurve curve;
  for (std::size_t i = scores_.size(); i-- > 0;) {
    curve.thresholds.push_back(scores_[i]);
    curve.precisions.push_back(true_positives_[i] / (true_positives_[i] + false_positives_[i]));
    curve.recalls.push_back(num_positives() > 0 ? true_positives_[i] / num_positives() : 1.0);
  }
  curve.precisions.push_back(1);
  curve.recalls.push_back(0);
  return curve;
}

std::optional<double> RankedScores::average_precision() const {
  if (num_positives() == 0) return std::nullopt;
  double area = 0, recall = 0;
  for (std::size_t i = 0; i < scores_.size(); ++i) {
    const double next = true_positives_[i] / num_positives();
    area += (next - recall) * true_positives_[i] / (true_positives_[i] + false_positives_[i]);
    recall = next;
  }
  return area;
}

std::vector<ThresholdScores> RankedScores::at_thresholds() const {
  std::vector<ThresholdScores> rows;
  for (int step = 1; step <= kNumThresholds; ++step) {
    const double threshold = step / 100.0;
    const auto above =
        std::ranges::partition_point(scores_, [&](double score) { return score >= threshold; }) -
        scores_.begin();
    ThresholdScores row{.threshold = threshold};
    if (above > 0) {
      const double right = true_positives_[above - 1];
      row.precision = right / (right + false_positives_[above - 1]);
      row.recall = share_of_all(right, num_positives());
    }
    rows.push_back(row);
  }
  return rows;
}

std::optional<std::vector<CalibrationBin>> calibration(std::span<const double> probabilities,
                                                       std::span<const std::int64_t> targets) {
  if (probabilities.empty()) return std::nullopt;
  std::vector<CalibrationBin> bins(kCalibrationBins);
  for (int bin = 0; bin < kCalibrationBins; ++bin) {
    // The edges are those of numpy.linspace: bin * 0.1, which rounds differently from bin / 10.
    bins[bin].low = bin * 0.1;
    bins[bin].high = bin + 1 == kCalibrationBins ? 1.0 : (bin + 1) * 0.1;
  }
  for (std::size_t i = 0; i < probabilities.size(); ++i) {
    const double given = probabilities[i];
    if (!(given >= 0 && given <= 1)) return std::nullopt;
    const auto bin = std::ranges::find_if(bins.begin(), bins.end() - 1,
                                          [&](const auto& each) { return given <= each.high; });
    bin->mean_predicted += given;
    bin->share_positive += targets[i] != 0;
    ++bin->count;
  }
  std::erase_if(bins, [](const CalibrationBin& bin) { return bin.count == 0; });
  for (CalibrationBin& bin : bins) {
    bin.mean_predicted /= static_cast<double>(bin.count);
    bin.share_positive /= static_cast<double>(bin.count);
  }
  return bins;
}

std::optional<std::vector<CalibrationBin>> scaled_calibration(
    std::span<const double> probabilities, std::span<const std::int64_t> targets) {
  if (probabilities.empty()) return std::nullopt;
  const double largest = std::ranges::max(probabilities);
  std::vector<double> scaled(probabilities.begin(), probabilities.end());
  if (largest > 0)
    for (double& probability : scaled) probability /= largest;
  return calibration(scaled, targets);
}

std::vector<std::size_t> kept_points(const std::vector<PlanePoint>& line, std::size_t most) {
  if (line.size() <= most) {
    std::vector<std::size_t> all(line.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    return all;
  }
  for (double tolerance = kSeen;; tolerance *= 2)
    if (std::vector<std::size_t> kept = corners(line, tolerance); kept.size() <= most) return kept;
}

std::vector<PlanePoint> thinned(const std::vector<PlanePoint>& line, std::size_t most) {
  std::vector<PlanePoint> kept;
  for (const std::size_t i : kept_points(line, most)) kept.push_back(line[i]);
  return kept;
}

}  // namespace trainyard
