// SPDX-License-Identifier: GPL-3.0-or-later
// What an evaluation of a classifier returns besides metrics: the predictions of each row, and how
// often each label was right. Files and plots are made from it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <ATen/ATen.h>

#include "engine/contract/experiment/task.h"
#include "engine/task/metrics/label_counts.h"

namespace trainyard {

struct ClassCount {
  std::string label;
  LabelCount count;
};

struct Predictions {
  std::vector<std::string> labels;  // of the model's outputs
  // Per row; undefined if tokens have labels. Probabilities (N, L) fp32, or a regression's numbers
  // (N). Targets (N) int64 or, for multi-label tasks and regressions, like probabilities.
  at::Tensor probabilities, targets;
  ProblemType problem = ProblemType::single_label_classification;
  std::vector<ClassCount> classes;  // by label; for tagged words by entity type
  // Of tagged words, concatenated: (W, L) fp32, (W) int64, and the end of each row among them, (N)
  // int64. Undefined if there are too many to keep.
  at::Tensor word_probabilities, word_targets, word_row_ends;
  // Of rows or of tokens: L x L, one row per target. Empty if rows have several labels, or with
  // more than ConfusionCounts::kMaxLabels labels.
  std::vector<double> confusion;
};

}  // namespace trainyard
