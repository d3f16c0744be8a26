// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "engine/system/utf8_sequence.h"

#include "engine/train/split_files.h"

namespace trainyard {

namespace {

constexpr std::size_t kMostLabelBytes = 200;
constexpr std::size_t kMostListedClasses = 256;

// A hundred-thousandth of the picture's side.
double rounded(double coordinate) { return std::round(coordinate * 1e5) / 1e5; }

// A label may be a whole text. Cut between characters of UTF-8.
std::string short_name(const std::string& label) {
  if (label.size() <= kMostLabelBytes) return label;
  return std::string(utf8_prefix(label, kMostLabelBytes)) + "…";
}

List short_names(const std::vector<std::string>& labels) {
  List names;
  for (const std::string& label : labels) names.emplace_back(short_name(label));
  return names;
}

Value maybe_number(const std::optional<double>& value) { return value ? Value(*value) : Value(); }

List pictured(const std::vector<PlanePoint>& line) {
  List points;
  std::vector<PlanePoint> whole = line;
  std::erase_if(whole, [](PlanePoint point) { return std::isnan(point.x) || std::isnan(point.y); });
  for (const PlanePoint point : thinned(whole, kMostPoints))
    points.emplace_back(List{rounded(point.x), rounded(point.y)});
  return points;
}

List bins_of(const std::vector<CalibrationBin>& bins) {
  List points;
  for (const CalibrationBin& bin : bins)
    points.emplace_back(List{bin.mean_predicted, bin.share_positive, bin.count});
  return points;
}

List matrix_of(const std::vector<double>& counts, std::size_t width) {
  List rows;
  if (width > kMostPicturedLabels) return rows;
  for (std::size_t begin = 0; begin < counts.size(); begin += width) {
    List row;
    for (std::size_t i = 0; i < width; ++i)
      row.emplace_back(static_cast<std::int64_t>(counts[begin + i]));
    rows.emplace_back(std::move(row));
  }
  return rows;
}

List classes_of(const Judgement& judged) {
  List classes;
  for (const auto& [label, count] : judged.classes) {
    if (classes.size() == kMostListedClasses) break;
    const PrecisionRecallF1 scores = scores_of(count);
    classes.emplace_back(Map{{"label", short_name(label)},
                             {"precision", scores.precision},
                             {"recall", scores.recall},
                             {"f1", scores.f1},
                             {"support", static_cast<std::int64_t>(count.targets)}});
  }
  return classes;
}

// As classes_of(), which are as many.
List label_confusions(const Judgement& judged) {
  List confusions;
  for (const LabelConfusion& each : confusions_of(judged)) {
    if (confusions.size() == kMostListedClasses) break;
    confusions.emplace_back(Map{{"label", short_name(each.label)},
                                {"counts", List{List{each.true_negatives, each.false_positives},
                                                List{each.false_negatives, each.true_positives}}}});
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

Map curves_document(const SplitResult& result, const Judgement& judged,
                    const std::vector<LabelCurves>& curves) {
  List roc, precision_recall, calibrations;
  for (const LabelCurves& each : curves) {
    const std::string label = short_name(judged.labels[each.label]);
    roc.emplace_back(Map{{"label", label},
                         {"auc", maybe_number(each.auc)},
                         {"points", pictured(points_of(each.roc))}});
    precision_recall.emplace_back(Map{{"label", label},
                                      {"average_precision", maybe_number(each.average_precision)},
                                      {"points", pictured(points_of(each.precision_recall))}});
    calibrations.emplace_back(Map{{"label", label}, {"points", bins_of(each.calibration)}});
  }
  const std::vector<std::string>& labels = judged.labels;
  List names = labels.size() > kMostListedClasses ? List() : short_names(labels);
  return {{"format", 1},
          {"split", result.split},
          {"rows", result.evaluation.num_examples},
          {"metrics", plain_metrics(result.evaluation)},
          {"labels", std::move(names)},
          {"classes", classes_of(judged)},
          {"roc", std::move(roc)},
          {"precision_recall", std::move(precision_recall)},
          {"calibration", std::move(calibrations)},
          {"confusion", matrix_of(judged.confusion, labels.size())},
          {"label_confusions", label_confusions(judged)}};
}

}  // namespace trainyard
