// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/split_files.h"

#include <array>
#include <charconv>
#include <utility>

#include "engine/contract/files/durable_file.h"
#include "engine/contract/json.h"
#include "engine/data/steps/csv_writer.h"
#include "engine/train/npy_file.h"

namespace trainyard {

namespace fs = std::filesystem;

namespace {

// For all curves in a table. If there were more, each has at most kMaxLinesOfACurve, chosen so that
// there is no visible difference.
constexpr std::size_t kMaxLines = 2'000'000, kMaxLinesOfACurve = 10'000;

// Builds a table. Numbers have the shortest form that round-trips.
class CsvTable {
 public:
  explicit CsvTable(std::string head) : text_(std::move(head)) {}

  template <class... Cells>
  void row(const Cells&... cells) {
    char separator = '\n';
    ((text_ += std::exchange(separator, ','), put(cells)), ...);
  }
  // Adds a cell to the last row.
  template <class Cell>
  void cell(const Cell& cell) {
    text_ += ',';
    put(cell);
  }
  const std::string& text() { return text_ += '\n'; }

 private:
  void put(double number) {
    std::array<char, 32> digits;
    const auto end = std::to_chars(digits.begin(), digits.end(), number).ptr;
    text_.append(digits.begin(), end);
  }
  void put(std::int64_t number) { text_ += std::to_string(number); }
  void put(const std::optional<double>& number) {
    if (number) put(*number);
  }
  void put(const std::string& text) { append_csv_field(text_, text, false); }

  std::string text_;
};

Result<void> write_text(const fs::path& path, const std::string& text) {
  TRY(DurableFile file, DurableFile::create(path));
  TRY(file.write(text.data(), text.size()));
  return file.finish();
}

Result<void> write_array(const fs::path& path, const at::Tensor& values) {
  TRY(NpyFile file, NpyFile::create(path, values.scalar_type(), values.sizes().vec()));
  TRY(file.write(values));
  return file.finish();
}

// The points of a curve that are written to a table with all of them.
std::vector<std::size_t> chosen(const std::vector<PlanePoint>& line, std::size_t of_all) {
  return kept_points(line, of_all > kMaxLines ? kMaxLinesOfACurve : line.size());
}

std::string roc_table(const Predictions& predictions, const std::vector<LabelCurves>& curves) {
  CsvTable table("label,threshold,false_positive_rate,true_positive_rate");
  std::size_t lines = 0;
  for (const LabelCurves& each : curves) lines += each.roc.thresholds.size();
  for (const LabelCurves& each : curves) {
    const RocCurve& curve = each.roc;
    for (const std::size_t i : chosen(points_of(curve), lines))
      table.row(predictions.labels[each.label], curve.thresholds[i], curve.false_positive_rates[i],
                curve.true_positive_rates[i]);
  }
  return table.text();
}

std::string precision_recall_table(const Predictions& predictions,
                                   const std::vector<LabelCurves>& curves) {
  CsvTable table("label,threshold,precision,recall");
  std::size_t lines = 0;
  for (const LabelCurves& each : curves) lines += each.precision_recall.recalls.size();
  for (const LabelCurves& each : curves) {
    const PrecisionRecallCurve& curve = each.precision_recall;
    for (const std::size_t i : chosen(points_of(curve), lines))
      table.row(predictions.labels[each.label],
                i < curve.thresholds.size() ? std::optional(curve.thresholds[i]) : std::nullopt,
                curve.precisions[i], curve.recalls[i]);
  }
  return table.text();
}

std::string thresholds_table(const Predictions& predictions,
                             const std::vector<LabelCurves>& curves) {
  CsvTable table("label,threshold,precision,recall");
  for (const LabelCurves& each : curves)
    for (const ThresholdScores& row : each.thresholds)
      table.row(predictions.labels[each.label], row.threshold, row.precision, row.recall);
  return table.text();
}

std::string calibration_table(const Predictions& predictions,
                              const std::vector<LabelCurves>& curves,
                              std::vector<CalibrationBin> LabelCurves::* bins) {
  CsvTable table("label,bin_low,bin_high,mean_predicted,share_positive,count");
  for (const LabelCurves& each : curves)
    for (const CalibrationBin& bin : each.*bins)
      table.row(predictions.labels[each.label], bin.low, bin.high, bin.mean_predicted,
                bin.share_positive, bin.count);
  return table.text();
}

// Like classification_report: means over the labels that are present.
std::string class_table(const Predictions& predictions) {
  CsvTable table("label,precision,recall,f1,support,roc_auc");
  const std::vector<std::optional<double>> areas = areas_of(predictions);
  LabelCount all;
  for (std::size_t i = 0; i < predictions.classes.size(); ++i) {
    const auto& [label, count] = predictions.classes[i];
    const PrecisionRecallF1 scores = scores_of(count);
    table.row(label, scores.precision, scores.recall, scores.f1,
              static_cast<std::int64_t>(count.targets), areas[i]);
    all += count;
  }
  const auto add_mean = [&](const std::string& name, const PrecisionRecallF1& scores) {
    table.row(name, scores.precision, scores.recall, scores.f1,
              static_cast<std::int64_t>(all.targets), std::optional<double>());
  };
  std::vector<LabelCount> counts;
  for (const ClassCount& each : predictions.classes) counts.push_back(each.count);
  add_mean("micro avg", scores_of(all));
  const Absent absent = predictions.problem == ProblemType::multi_label_classification
                            ? Absent::counts
                            : Absent::left_out;
  add_mean("macro avg", mean_of(counts, Average::macro, absent));
  add_mean("weighted avg", mean_of(counts, Average::weighted, absent));
  return table.text();
}

// One line per label in the data, one column per predicted label.
std::string confusion_table(const Predictions& predictions) {
  CsvTable table("label");
  for (const std::string& said : predictions.labels) table.cell(said);
  const std::size_t width = predictions.labels.size();
  for (std::size_t i = 0; i < predictions.confusion.size(); ++i) {
    if (i % width == 0) table.row(predictions.labels[i / width]);
    table.cell(static_cast<std::int64_t>(predictions.confusion[i]));
  }
  return table.text();
}

// For each label separately, counted like scikit-learn's multilabel_confusion_matrix.
std::string confusions_table(const Predictions& predictions) {
  CsvTable table("label,true_negatives,false_positives,false_negatives,true_positives");
  for (const LabelConfusion& each : confusions_of(predictions))
    table.row(each.label, each.true_negatives, each.false_positives, each.false_negatives,
              each.true_positives);
  return table.text();
}

Result<void> write_words(const fs::path& folder, const Predictions& predictions) {
  if (!predictions.word_probabilities.defined()) return {};
  TRY(write_array(folder / "probabilities.npy", predictions.word_probabilities));
  TRY(write_array(folder / "labels.npy", predictions.word_targets));
  return write_array(folder / "row_ends.npy", predictions.word_row_ends);
}

Result<void> write_predictions(const fs::path& folder, const SplitResult& result,
                               const Predictions& predictions) {
  const bool is_regression = predictions.problem == ProblemType::regression;
  if (predictions.probabilities.defined()) {
    const char* const said = is_regression ? "predictions.npy" : "probabilities.npy";
    TRY(write_array(folder / said, predictions.probabilities));
    TRY(write_array(folder / "labels.npy", predictions.targets));
  }
  TRY(write_words(folder, predictions));
  if (is_regression) return {};
  const std::vector<LabelCurves> curves = curves_of(predictions);
  if (predictions.probabilities.defined()) {
    TRY(write_text(folder / "roc.csv", roc_table(predictions, curves)));
    TRY(write_text(folder / "precision_recall.csv", precision_recall_table(predictions, curves)));
    TRY(write_text(folder / "thresholds.csv", thresholds_table(predictions, curves)));
    TRY(write_text(folder / "calibration.csv",
                   calibration_table(predictions, curves, &LabelCurves::calibration)));
    TRY(write_text(folder / "calibration_scaled.csv",
                   calibration_table(predictions, curves, &LabelCurves::scaled_calibration)));
  }
  TRY(write_text(folder / "per_class.csv", class_table(predictions)));
  if (!predictions.confusion.empty()) {
    TRY(write_text(folder / "confusion.csv", confusion_table(predictions)));
  } else if (predictions.problem == ProblemType::multi_label_classification) {
    TRY(write_text(folder / "confusion.csv", confusions_table(predictions)));
  }
  return write_text(folder / "curves.json",
                    to_json(split_curves(result, predictions, curves)) + "\n");
}

}  // namespace

Map plain_metrics(const EvaluationResult& evaluation) {
  Map metrics;
  for (const auto& [name, value] : evaluation.metrics)
    metrics.emplace_back(name.substr(name.find('/') + 1), value);
  return metrics;
}

Result<void> write_split_files(const fs::path& folder, const SplitResult& result) {
  Map metrics{{"split", result.split}, {"rows", result.evaluation.num_examples}};
  for (auto& metric : plain_metrics(result.evaluation)) metrics.push_back(std::move(metric));
  TRY(write_text(folder / "metrics.json", to_json(Value(metrics)) + "\n"));
  if (const auto& predictions = result.evaluation.predictions)
    return write_predictions(folder, result, *predictions);
  return {};
}

}  // namespace trainyard
