// SPDX-License-Identifier: GPL-3.0-or-later
// Reads lines, each a JSON object with "metric" and what it is computed from, and prints a line
// with the values as JSON for each; null where there is none. What metrics_test.py compares.
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "engine/contract/json.h"
#include "engine/task/metrics/confusion_counts.h"
#include "engine/task/metrics/entity_counts.h"
#include "engine/task/metrics/label_counts.h"
#include "engine/task/metrics/regression.h"
#include "engine/task/metrics/roc_auc.h"
#include "engine/task/metrics/score_curves.h"

using namespace trainyard;

namespace {

constexpr std::pair<const char*, Average> kAverages[] = {{"binary", Average::binary},
                                                         {"macro", Average::macro},
                                                         {"micro", Average::micro},
                                                         {"weighted", Average::weighted}};

std::vector<double> numbers(const List& list) {
  std::vector<double> numbers;
  for (const Value& value : list) {
    const std::int64_t* whole = value.get_if<std::int64_t>();
    numbers.push_back(whole ? static_cast<double>(*whole) : std::get<double>(value));
  }
  return numbers;
}

std::vector<std::int64_t> integers(const List& list) {
  std::vector<std::int64_t> integers;
  for (const Value& value : list) integers.push_back(std::get<std::int64_t>(value));
  return integers;
}

Value value_of(std::optional<double> number) { return number ? Value(*number) : Value(); }

Value value_of(const std::optional<PrecisionRecallF1>& scores) {
  if (!scores) return {};
  return List{scores->precision, scores->recall, scores->f1};
}

Map single_label(const Map& request) {
  const auto targets = integers(get<List>(request, "targets")),
             predictions = integers(get<List>(request, "predictions"));
  const std::int64_t num_labels = get<std::int64_t>(request, "num_labels");
  LabelCounts counts(num_labels);
  for (std::size_t i = 0; i < targets.size(); ++i) counts.add(targets[i], predictions[i]);
  Map values = {{"accuracy", value_of(counts.accuracy())}};
  for (const auto& [name, average] : kAverages)
    if (average != Average::binary || num_labels == 2)
      values.emplace_back(name, value_of(counts.scores(average)));
  return values;
}

Map multi_label(const Map& request) {
  const List logits = get<List>(request, "logits"), targets = get<List>(request, "targets");
  MultiLabelCounts counts(get<std::int64_t>(request, "num_labels"));
  for (std::size_t i = 0; i < targets.size(); ++i)
    counts.add(numbers(std::get<List>(logits[i])), integers(std::get<List>(targets[i])));
  Map values = {{"accuracy", value_of(counts.subset_accuracy())}};
  for (const auto& [name, average] : kAverages)
    if (average != Average::binary) values.emplace_back(name, value_of(counts.scores(average)));
  return values;
}

Map area(const Map& request) {
  const auto scores = numbers(get<List>(request, "scores"));
  const auto targets = integers(get<List>(request, "targets"));
  const std::int64_t num_labels = get<std::int64_t>(request, "num_labels");
  if (num_labels == 2) return {{"binary", value_of(roc_auc(scores, targets))}};
  const auto of = [&](RocComparison comparison, Average average) {
    return value_of(roc_auc(scores, targets, num_labels, comparison, average));
  };
  return {{"ovr macro", of(RocComparison::one_vs_rest, Average::macro)},
          {"ovr weighted", of(RocComparison::one_vs_rest, Average::weighted)},
          {"ovo macro", of(RocComparison::one_vs_one, Average::macro)},
          {"ovo weighted", of(RocComparison::one_vs_one, Average::weighted)}};
}

Map entities(const Map& request) {
  std::vector<std::string> labels;
  for (const Value& label : get<List>(request, "labels"))
    labels.push_back(std::get<std::string>(label));
  const List targets = get<List>(request, "targets"),
             predictions = get<List>(request, "predictions");
  EntityCounts counts(labels);
  for (std::size_t i = 0; i < targets.size(); ++i)
    counts.add(integers(std::get<List>(targets[i])), integers(std::get<List>(predictions[i])));
  Map by_type;
  for (const auto& [type, scores] : counts.by_type())
    by_type.emplace_back(type, value_of(std::optional(scores)));
  return {{"accuracy", value_of(counts.token_accuracy())},
          {"overall", value_of(counts.overall())},
          {"by type", std::move(by_type)}};
}

Map regression(const Map& request) {
  const auto predictions = numbers(get<List>(request, "predictions")),
             targets = numbers(get<List>(request, "targets"));
  return {{"mse", value_of(mean_squared_error(predictions, targets))},
          {"pearson", value_of(pearson_correlation(predictions, targets))},
          {"spearman", value_of(spearman_correlation(predictions, targets))}};
}

List list_of(const std::vector<double>& values) { return List(values.begin(), values.end()); }

Value bins_of(const std::optional<std::vector<CalibrationBin>>& bins) {
  if (!bins) return {};
  List predicted, share;
  std::int64_t rows = 0;
  for (const CalibrationBin& bin : *bins) {
    predicted.emplace_back(bin.mean_predicted);
    share.emplace_back(bin.share_positive);
    rows += bin.count;
  }
  return Map{{"predicted", predicted}, {"share", share}, {"rows", static_cast<double>(rows)}};
}

Map curves(const Map& request) {
  const auto scores = numbers(get<List>(request, "scores"));
  const auto targets = integers(get<List>(request, "targets"));
  const auto ranked = RankedScores::of(scores, targets);
  const RocCurve roc = ranked->roc();
  const PrecisionRecallCurve both = ranked->precision_recall();
  List thresholds;
  for (const ThresholdScores& row : ranked->at_thresholds())
    thresholds.emplace_back(List{row.threshold, row.precision, row.recall});
  return {{"roc", Map{{"fpr", list_of(roc.false_positive_rates)},
                      {"tpr", list_of(roc.true_positive_rates)},
                      {"thresholds", list_of(roc.thresholds)}}},
          {"pr", Map{{"precision", list_of(both.precisions)},
                     {"recall", list_of(both.recalls)},
                     {"thresholds", list_of(both.thresholds)}}},
          {"average precision", value_of(ranked->average_precision())},
          {"area", value_of(roc_auc(scores, targets))},
          {"at thresholds", std::move(thresholds)},
          {"calibration", bins_of(calibration(scores, targets))},
          {"scaled", bins_of(scaled_calibration(scores, targets))}};
}

// The places of a line that stay.
Map thinning(const Map& request) {
  std::vector<PlanePoint> line;
  for (const Value& point : get<List>(request, "line")) {
    const auto both = numbers(std::get<List>(point));
    line.push_back({both[0], both[1]});
  }
  List kept;
  for (const std::size_t i : kept_points(line, get<std::int64_t>(request, "most")))
    kept.emplace_back(static_cast<std::int64_t>(i));
  return {{"kept", std::move(kept)}};
}

Map report(const Map& request) {
  const auto targets = integers(get<List>(request, "targets")),
             predictions = integers(get<List>(request, "predictions"));
  const std::int64_t num_labels = get<std::int64_t>(request, "num_labels");
  LabelCounts counts(num_labels);
  ConfusionCounts pairs(num_labels);
  for (std::size_t i = 0; i < targets.size(); ++i) {
    counts.add(targets[i], predictions[i]);
    pairs.add(targets[i], predictions[i]);
  }
  List classes;
  for (const LabelCount& count : counts.counts()) {
    const PrecisionRecallF1 scores = scores_of(count);
    classes.emplace_back(List{scores.precision, scores.recall, scores.f1, count.targets});
  }
  return {{"confusion", list_of(pairs.totals())},
          {"classes", std::move(classes)},
          {"macro avg",
           value_of(std::optional(mean_of(counts.counts(), Average::macro, Absent::left_out)))},
          {"weighted avg",
           value_of(std::optional(mean_of(counts.counts(), Average::weighted, Absent::left_out)))}};
}

Map values_of(const Map& request) {
  const std::string metric = get<std::string>(request, "metric");
  if (metric == "single label") return single_label(request);
  if (metric == "multi label") return multi_label(request);
  if (metric == "roc auc") return area(request);
  if (metric == "entities") return entities(request);
  if (metric == "curves") return curves(request);
  if (metric == "thinning") return thinning(request);
  if (metric == "report") return report(request);
  if (metric == "regression") return regression(request);
  std::fprintf(stderr, "no metric is called %s\n", metric.c_str());
  std::exit(2);
}

}  // namespace

int main() {
  for (std::string line; std::getline(std::cin, line);) {
    const auto request = parse_json(line);
    if (!request) return std::fprintf(stderr, "%s\n", request.error().message.c_str()), 2;
    std::puts(to_json(Value(values_of(std::get<Map>(*request)))).c_str());
  }
}
