// SPDX-License-Identifier: GPL-3.0-or-later
// What a model said of the rows of a data set, kept until all ranks are done: metrics such as
// ROC-AUC need all of it at once.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/contract/experiment/task.h"
#include "engine/task/judgement.h"
#include "engine/task/task.h"

namespace trainyard {

class RowScores {
 public:
  // `scores_per_row`: the model's outputs; `labels_per_row`: numbers that they are compared with.
  RowScores(std::int64_t num_rows, std::int64_t scores_per_row, std::int64_t labels_per_row);

  // Those of row `row`.
  void set(std::int64_t row, std::span<const double> scores, std::span<const double> labels);

  // Zero but for the rows that were set, so that those of several ranks can be summed.
  const std::vector<double>& values() const { return values_; }

  // Of the sums of all ranks. Probabilities for one label a row, logits for several, else the
  // numbers themselves.
  NamedValues metrics(ProblemType problem, std::span<const double> values_of_all_ranks) const;
  // Of the same; `labels` names the scores of a row.
  Judgement judgement(ProblemType problem, std::span<const double> values_of_all_ranks,
                      const std::vector<std::string>& labels) const;

 private:
  NamedValues single_label(std::span<const double> values) const;
  NamedValues multi_label(std::span<const double> values) const;
  NamedValues regression(std::span<const double> values) const;
  void count_single(std::span<const double> values, Judgement& judged) const;
  void count_several(std::span<const double> values, Judgement& judged) const;
  std::span<const double> scores(std::span<const double> values, std::int64_t row) const;
  std::span<const double> labels(std::span<const double> values, std::int64_t row) const;

  std::int64_t num_rows_, scores_per_row_, labels_per_row_;
  std::vector<double> values_;  // of each row its scores, then its labels
};

}  // namespace trainyard
