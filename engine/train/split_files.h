// SPDX-License-Identifier: GPL-3.0-or-later
// The results folder of a split: the model's predictions as tables and arrays for other programs,
// and the curves that the desktop shows (resources/help/formats.md).
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "engine/contract/result.h"
#include "engine/contract/results/split_curves.h"
#include "engine/contract/value.h"
#include "engine/train/evaluation.h"
#include "engine/train/label_curves.h"

namespace trainyard {

struct SplitResult {
  std::string split;  // "validation", "test"
  EvaluationResult evaluation;
};

// Writes into a new folder that is not visible to readers yet.
Result<void> write_split_files(const std::filesystem::path& folder, const SplitResult& result);

// curves.json: at most kMaxPoints per curve, with coordinates rounded to what is visible.
inline constexpr std::size_t kMaxPoints = 1000;
SplitCurves split_curves(const SplitResult& result, const Predictions& predictions,
                         const std::vector<LabelCurves>& curves);

// The points of a curve; if it is undefined anywhere (NaN), none.
std::vector<PlanePoint> points_of(const RocCurve& curve);
std::vector<PlanePoint> points_of(const PrecisionRecallCurve& curve);

// "loss" for "eval/loss": the names in metrics.json and curves.json.
Map plain_metrics(const EvaluationResult& evaluation);

}  // namespace trainyard
