// SPDX-License-Identifier: GPL-3.0-or-later
// What an evaluation of a classification leaves beside its metrics: what was said of each row, and
// how often each label was right. Files and pictures are made of it.
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

struct Judgement {
  std::vector<std::string> labels;  // of the model's outputs
  // Of rows; undefined where tokens have labels. Probabilities (N, L) fp32, or a regression's
  // numbers (N). Targets (N) int64, or, of several labels a row or a regression, as the former.
  at::Tensor probabilities, targets;
  ProblemType problem = ProblemType::single_label_classification;
  std::vector<ClassCount> classes;  // by label; of tagged words by type of entity
  // Of tagged words, one after the other: (W, L) fp32, (W) int64, and where each row ends among
  // them, (N) int64. Undefined where they are too many to be kept.
  at::Tensor word_probabilities, word_targets, word_row_ends;
  // Of rows, or of tokens: L x L, a row a target. Empty where rows have several labels, and of more
  // than ConfusionCounts::kMostLabels.
  std::vector<double> confusion;
};

}  // namespace trainyard
