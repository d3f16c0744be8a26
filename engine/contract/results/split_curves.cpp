// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/results/split_curves.h"

namespace trainyard {

Value Codec<ResultPoint>::write(const ResultPoint& point) {
  List numbers{point.x, point.y};
  if (point.count) numbers.emplace_back(*point.count);
  return numbers;
}

std::optional<ResultPoint> Codec<ResultPoint>::read(const Value& value, ReadProblem& problem) {
  const auto* numbers = value.get_if<List>();
  if (!numbers || numbers->size() < 2) return std::nullopt;
  const auto x = Codec<double>::read((*numbers)[0], problem);
  const auto y = Codec<double>::read((*numbers)[1], problem);
  if (!x || !y) return std::nullopt;
  return ResultPoint{*x, *y, numbers->size() > 2 ? integer_of((*numbers)[2]) : std::nullopt};
}

void describe(Section<RocOfLabel>& section) {
  section.field("label", &RocOfLabel::label);
  section.field("auc", &RocOfLabel::auc);
  section.field("points", &RocOfLabel::points);
}

void describe(Section<PrecisionRecallOfLabel>& section) {
  section.field("label", &PrecisionRecallOfLabel::label);
  section.field("average_precision", &PrecisionRecallOfLabel::average_precision);
  section.field("points", &PrecisionRecallOfLabel::points);
}

void describe(Section<CalibrationOfLabel>& section) {
  section.field("label", &CalibrationOfLabel::label);
  section.field("points", &CalibrationOfLabel::points);
}

void describe(Section<ScoresOfLabel>& section) {
  section.field("label", &ScoresOfLabel::label);
  section.field("precision", &ScoresOfLabel::precision);
  section.field("recall", &ScoresOfLabel::recall);
  section.field("f1", &ScoresOfLabel::f1);
  section.field("support", &ScoresOfLabel::support);
}

void describe(Section<ConfusionOfLabel>& section) {
  section.field("label", &ConfusionOfLabel::label);
  section.field("counts", &ConfusionOfLabel::counts);
}

void describe(Section<SplitCurves>& section) {
  section.field("format", &SplitCurves::format);
  section.field("split", &SplitCurves::split);
  section.field("rows", &SplitCurves::rows);
  section.field("metrics", &SplitCurves::metrics);
  section.field("labels", &SplitCurves::labels);
  section.field("classes", &SplitCurves::classes);
  section.field("roc", &SplitCurves::roc);
  section.field("precision_recall", &SplitCurves::precision_recall);
  section.field("calibration", &SplitCurves::calibration);
  section.field("confusion", &SplitCurves::confusion);
  section.field("label_confusions", &SplitCurves::label_confusions);
}

}  // namespace trainyard
