// SPDX-License-Identifier: GPL-3.0-or-later
// Classification and regression: one label, several labels or a number per text, or one label per
// token.
#pragma once

#include "engine/task/task.h"

namespace trainyard {

struct Experiment;

// The label of each row according to task.problem_type, as in transformers' sequence
// classification: the cross entropy averaged over rows, the binary cross entropy averaged over rows
// and labels, or the squared error averaged over rows. MicroBatch::row_labels holds per row a label
// index, a 0 or 1 for each label, or a number. Metrics: eval/accuracy, precision, recall, F1 (of
// label 1 if there are two, the mean of more, over all decisions if rows may have several),
// ROC-AUC; for numbers Pearson's and Spearman's correlations. Metrics that are undefined on the
// data are omitted.
std::unique_ptr<Task> make_sequence_classification(const Experiment& experiment,
                                                   const TaskData& data);

// The label of each token that has one: the mean cross entropy over them. Metrics are entity-level,
// as computed by seqeval, plus token accuracy.
std::unique_ptr<Task> make_token_classification(const Experiment& experiment, const TaskData& data);

}  // namespace trainyard
