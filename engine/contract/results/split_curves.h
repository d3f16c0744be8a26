// SPDX-License-Identifier: GPL-3.0-or-later
// curves.json of a split's results: what the engine writes and the window draws.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/contract/describe/record.h"

namespace trainyard {

inline constexpr std::int64_t kCurvesFormat = 1;
// Longer labels, which may be whole texts, are cut.
inline constexpr std::size_t kMaxLabelBytes = 200;

// Written [x, y] or [x, y, count].
struct ResultPoint {
  double x = 0, y = 0;
  std::optional<std::int64_t> count{};  // rows of a bin
};
template <>
struct Codec<ResultPoint> {
  static constexpr Kind kind = Kind::list;
  static constexpr bool nullable = false;
  static Value write(const ResultPoint& point);
  static std::optional<ResultPoint> read(const Value& value, ReadProblem& problem);
};

struct RocOfLabel {
  std::string label;
  std::optional<double> auc;
  std::vector<ResultPoint> points;
};

struct PrecisionRecallOfLabel {
  std::string label;
  std::optional<double> average_precision;
  std::vector<ResultPoint> points;
};

// Of bins: mean predicted probability, share of positives, rows.
struct CalibrationOfLabel {
  std::string label;
  std::vector<ResultPoint> points;
};

struct ScoresOfLabel {
  std::string label;
  double precision = 0, recall = 0, f1 = 0;
  std::int64_t support = 0;
};

using CountMatrix = std::vector<std::vector<std::int64_t>>;

// Where rows may have several labels: {{true negatives, false positives}, {false negatives, true
// positives}}.
struct ConfusionOfLabel {
  std::string label;
  CountMatrix counts;
};

struct SplitCurves {
  std::int64_t format = 0;
  std::string split;
  std::int64_t rows = 0;
  Map metrics;
  std::vector<std::string> labels;
  std::vector<ScoresOfLabel> classes;
  std::vector<RocOfLabel> roc;
  std::vector<PrecisionRecallOfLabel> precision_recall;
  std::vector<CalibrationOfLabel> calibration;
  CountMatrix confusion;  // a row per label of the data; square, or empty
  std::vector<ConfusionOfLabel> label_confusions;
};

void describe(Section<RocOfLabel>& section);
void describe(Section<PrecisionRecallOfLabel>& section);
void describe(Section<CalibrationOfLabel>& section);
void describe(Section<ScoresOfLabel>& section);
void describe(Section<ConfusionOfLabel>& section);
void describe(Section<SplitCurves>& section);

}  // namespace trainyard
