// SPDX-License-Identifier: GPL-3.0-or-later
// A model's outputs for the rows of a data set, kept until all ranks are done: metrics such as
// ROC-AUC need all of them at once.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/contract/experiment/task.h"
#include "engine/task/predictions.h"
#include "engine/task/task.h"

namespace trainyard {

class RowScores {
 public:
  // `scores_per_row`: the number of model outputs; `labels_per_row`: the number of targets to
  // compare them with.
  RowScores(std::int64_t num_rows, std::int64_t scores_per_row, std::int64_t labels_per_row);

  // Sets the values of row `row`.
  void set(std::int64_t row, std::span<const double> scores, std::span<const double> labels);

  // Zero except for the rows that were set, so that those of several ranks can be summed.
  const std::vector<double>& values() const { return values_; }

  // Computes metrics from the sums of all ranks. Scores are probabilities for single-label tasks,
  // logits for multi-label tasks, else the numbers themselves.
  NamedValues metrics(ProblemType problem, std::span<const double> values_of_all_ranks) const;
  // From the same sums; `labels` names the scores of a row.
  Predictions predictions(ProblemType problem, std::span<const double> values_of_all_ranks,
                          const std::vector<std::string>& labels) const;

 private:
  NamedValues single_label(std::span<const double> values) const;
  NamedValues multi_label(std::span<const double> values) const;
  NamedValues regression(std::span<const double> values) const;
  void count_single(std::span<const double> values, Predictions& predictions) const;
  void count_several(std::span<const double> values, Predictions& predictions) const;
  std::span<const double> scores(std::span<const double> values, std::int64_t row) const;
  std::span<const double> labels(std::span<const double> values, std::int64_t row) const;

  std::int64_t num_rows_, scores_per_row_, labels_per_row_;
  std::vector<double> values_;  // for each row its scores, then its labels
};

}  // namespace trainyard
