// SPDX-License-Identifier: GPL-3.0-or-later
// The folder of a split's results: what a model said of its rows, as tables and arrays that other
// programs read, and as the curves that the desktop shows (resources/help/formats.md).
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "engine/contract/result.h"
#include "engine/contract/value.h"
#include "engine/train/evaluation.h"
#include "engine/train/label_curves.h"

namespace trainyard {

struct SplitResult {
  std::string split;  // "validation", "test"
  EvaluationResult evaluation;
};

// Into a new folder that nobody else reads yet.
Result<void> write_split_files(const std::filesystem::path& folder, const SplitResult& result);

// curves.json: at most kMostPoints a curve, coordinates rounded to what can be seen.
inline constexpr std::size_t kMostPoints = 1000;
Map curves_document(const SplitResult& result, const Judgement& judged,
                    const std::vector<LabelCurves>& curves);

// Points of a curve: NaN where it is not defined, so no line at all then.
std::vector<PlanePoint> points_of(const RocCurve& curve);
std::vector<PlanePoint> points_of(const PrecisionRecallCurve& curve);

// "loss" of "eval/loss": the names in metrics.json and curves.json.
Map plain_metrics(const EvaluationResult& evaluation);

}  // namespace trainyard
