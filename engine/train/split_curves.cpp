// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "engine/system/utf8_sequence.h"

#include "engine/train/split_files.h"

namespace trainyard {

namespace {

constexpr std::size_t kMaxListedClasses = 256;

// A hundred-thousandth of the picture's side.
double rounded(double coordinate) { return std::round(coordinate * 1e5) / 1e5; }

// A label may be a whole text. Cut between characters of UTF-8.
std::string short_name(const std::string& label) {
  if (label.size() <= kMaxLabelBytes) return label;
  return std::string(utf8_prefix(label, kMaxLabelBytes)) + "…";
}

std::vector<std::string> short_names(const std::vector<std::string>& labels) {
  std::vector<std::string> names;
  for (const std::string& label : labels) names.push_back(short_name(label));
  return names;
}

std::vector<ResultPoint> pictured(const std::vector<PlanePoint>& line) {
  std::vector<ResultPoint> points;
  std::vector<PlanePoint> whole = line;
  std::erase_if(whole, [](PlanePoint point) { return std::isnan(point.x) || std::isnan(point.y); });
  for (const PlanePoint point : thinned(whole, kMaxPoints))
    points.push_back({rounded(point.x), rounded(point.y)});
  return points;
}

std::vector<ResultPoint> bins_of(const std::vector<CalibrationBin>& bins) {
  std::vector<ResultPoint> points;
  for (const CalibrationBin& bin : bins)
    points.push_back({bin.mean_predicted, bin.share_positive, bin.count});
  return points;
}

CountMatrix matrix_of(const std::vector<double>& counts, std::size_t width) {
  CountMatrix rows;
  if (width > kMaxPicturedLabels) return rows;
  for (std::size_t begin = 0; begin < counts.size(); begin += width) {
    std::vector<std::int64_t>& row = rows.emplace_back();
    for (std::size_t i = 0; i < width; ++i)
      row.push_back(static_cast<std::int64_t>(counts[begin + i]));
  }
  return rows;
}

std::vector<ScoresOfLabel> classes_of(const Predictions& predictions) {
  std::vector<ScoresOfLabel> classes;
  for (const auto& [label, count] : predictions.classes) {
    if (classes.size() == kMaxListedClasses) break;
    const PrecisionRecallF1 scores = scores_of(count);
    classes.push_back({short_name(label), scores.precision, scores.recall, scores.f1,
                       static_cast<std::int64_t>(count.targets)});
  }
  return classes;
}

// As classes_of(), which are as many.
std::vector<ConfusionOfLabel> label_confusions(const Predictions& predictions) {
  std::vector<ConfusionOfLabel> confusions;
  for (const LabelConfusion& each : confusions_of(predictions)) {
    if (confusions.size() == kMaxListedClasses) break;
    confusions.push_back({short_name(each.label),
                          {{each.true_negatives, each.false_positives},
                           {each.false_negatives, each.true_positives}}});
  }
  return confusions;
}

}  // namespace

std::vector<PlanePoint> points_of(const RocCurve& curve) {
  std::vector<PlanePoint> points;
  for (std::size_t i = 0; i < curve.thresholds.size(); ++i)
    points.push_back({curve.false_positive_rates[i], curve.true_positive_rates[i]});
  return points;
}

std::vector<PlanePoint> points_of(const PrecisionRecallCurve& curve) {
  std::vector<PlanePoint> points;
  for (std::size_t i = 0; i < curve.recalls.size(); ++i)
    points.push_back({curve.recalls[i], curve.precisions[i]});
  return points;
}

SplitCurves split_curves(const SplitResult& result, const Predictions& predictions,
                         const std::vector<LabelCurves>& curves) {
  SplitCurves document;
  document.format = kCurvesFormat;
  document.split = result.split;
  document.rows = result.evaluation.num_examples;
  document.metrics = plain_metrics(result.evaluation);
  const std::vector<std::string>& labels = predictions.labels;
  if (labels.size() <= kMaxListedClasses) document.labels = short_names(labels);
  document.classes = classes_of(predictions);
  for (const LabelCurves& each : curves) {
    const std::string label = short_name(labels[each.label]);
    document.roc.push_back({label, each.auc, pictured(points_of(each.roc))});
    document.precision_recall.push_back(
        {label, each.average_precision, pictured(points_of(each.precision_recall))});
    document.calibration.push_back({label, bins_of(each.calibration)});
  }
  document.confusion = matrix_of(predictions.confusion, labels.size());
  document.label_confusions = label_confusions(predictions);
  return document;
}

}  // namespace trainyard
